using Accelerator.Cli.Addresses;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary>An address of which the server must tell the files: it contains a pattern, or its file may not be wanted.</summary>
/// <param name="Address">The address.</param>
/// <param name="Pattern">The pattern; null for a file that a filter may leave out.</param>
/// <param name="Source">The server, the login and the path as typed, for messages.</param>
/// <param name="Url">The parsed address.</param>
internal sealed record PatternAddress(ListedAddress Address, RemotePattern? Pattern, TransferSource Source, FtpUrl Url);
