namespace Accelerator.Soak.Tests.Storms;

internal sealed record StormFixture(LoopbackServer Server, SourceTree Tree, Weather Weather, StormTally Tally, RunLog Log);
