namespace Accelerator.Engine.Fxp;

/// <summary>What the destination has of a file.</summary>
/// <param name="Final">Bytes under the final name; null where there is no such file.</param>
/// <param name="FinalModified">Its time as the destination's MDTM tells it; null where there is none, or the server does not tell.</param>
/// <param name="Part">Bytes of the partial file; null where there is none.</param>
public sealed record FxpHolding(long? Final, string? FinalModified, long? Part);
