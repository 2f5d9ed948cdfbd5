using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>A source that did not have the file with the SHA-256 given by the user.</summary>
/// <param name="Source">The source.</param>
/// <param name="Why">The file it has instead, or what went wrong; no full stop at the end.</param>
internal sealed record PassedSource(TransferSource Source, string Why);
