namespace Accelerator.Engine.Fxp;

/// <summary>The state of a file at the destination.</summary>
/// <param name="Final">Bytes under the final name; null where there is no such file.</param>
/// <param name="FinalModified">Its time as the destination's MDTM reports it; null where there is none, or the server does not report
/// it.</param>
/// <param name="Part">Bytes of the partial file; null where there is none.</param>
public sealed record FxpHolding(long? Final, string? FinalModified, long? Part);
