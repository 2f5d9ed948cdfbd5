namespace Accelerator.Fuzz.Tests;

/// <summary>The result of one target's run.</summary>
/// <param name="Seed">The seed of the run.</param>
/// <param name="Inputs">Inputs that were tried, seeds included.</param>
/// <param name="Taken">The inputs that were accepted as valid.</param>
/// <param name="Finding">The first broken promise; null for none.</param>
internal sealed record FuzzResult(string Target, ulong Seed, long Inputs, long Taken, Finding? Finding)
{
    public override string ToString() => $"fuzz {Target}: {Inputs} inputs, {Taken} taken, seed {Seed}{(Finding is null ? "" : ", A FINDING")}";
}
