namespace Accelerator.Soak.Tests.Storms;

/// <summary>What the errands of one round share.</summary>
/// <param name="Server">The server.</param>
/// <param name="Tree">What it has.</param>
/// <param name="Weather">What goes wrong.</param>
/// <param name="Tally">Counts of the whole soak.</param>
/// <param name="Log">What happened.</param>
internal sealed record StormFixture(LoopbackServer Server, SourceTree Tree, Weather Weather, StormTally Tally, RunLog Log);
