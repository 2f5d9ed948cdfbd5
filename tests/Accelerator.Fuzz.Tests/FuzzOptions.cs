namespace Accelerator.Fuzz.Tests;

/// <summary>What a run is told from outside.</summary>
internal static class FuzzOptions
{
    /// <summary>All targets of a long test run share this time out.</summary>
    public static readonly TimeSpan LongTime = TimeSpan.FromSeconds(60);

    /// <summary>FTPX_FUZZ_SEED.</summary>
    public static RunSeed Seed { get; } = new("FTPX_FUZZ_SEED");
}
