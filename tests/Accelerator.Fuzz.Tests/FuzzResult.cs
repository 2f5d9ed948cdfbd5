namespace Accelerator.Fuzz.Tests;

/// <summary>What came of one target's run.</summary>
/// <param name="Seed">What the run began with.</param>
/// <param name="Inputs">Inputs that were tried, seeds included.</param>
/// <param name="Taken">Those that were taken for what they should be.</param>
/// <param name="Finding">The first broken promise; null for none.</param>
internal sealed record FuzzResult(string Target, ulong Seed, long Inputs, long Taken, Finding? Finding)
{
    public override string ToString() => $"fuzz {Target}: {Inputs} inputs, {Taken} taken, seed {Seed}{(Finding is null ? "" : ", A FINDING")}";
}
