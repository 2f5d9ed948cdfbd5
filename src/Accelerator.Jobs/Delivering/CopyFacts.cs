using Accelerator.Engine.Fxp;

namespace Accelerator.Jobs.Delivering;

/// <summary>What both servers say after a file failed.</summary>
/// <param name="SourceFailure">Why the source does not let us in; null where it does.</param>
/// <param name="DestinationFailure">Why the destination does not; null where it does.</param>
/// <param name="IsAtSource">Whether the source has the file.</param>
/// <param name="Holding">What the destination has of it; null where nobody could ask.</param>
internal sealed record CopyFacts(string? SourceFailure, string? DestinationFailure, bool IsAtSource, FxpHolding? Holding);
