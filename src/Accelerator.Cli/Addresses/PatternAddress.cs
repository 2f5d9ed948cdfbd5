using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;

namespace Accelerator.Cli.Addresses;

/// <summary>An address with a pattern in it.</summary>
/// <param name="Address">The address.</param>
/// <param name="Pattern">The pattern.</param>
/// <param name="Source">The server, who logs in there, and the path as it was written, for messages.</param>
internal sealed record PatternAddress(ListedAddress Address, RemotePattern Pattern, TransferSource Source);
