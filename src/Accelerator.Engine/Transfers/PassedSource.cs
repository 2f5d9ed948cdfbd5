using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>A source that did not give the file with the SHA-256 that the user gave.</summary>
/// <param name="Source">Which.</param>
/// <param name="Why">What it has instead, or what went wrong; no dot at its end.</param>
internal sealed record PassedSource(TransferSource Source, string Why);
