namespace Accelerator.Soak.Tests;

/// <summary>What a run is told from outside, and where it leaves its traces.</summary>
internal static class SoakOptions
{
    /// <summary>FTPX_SOAK_SEED.</summary>
    public static RunSeed Seed { get; } = new("FTPX_SOAK_SEED");

    /// <summary>Event logs, and the folders of runs that went wrong.</summary>
    public static string Artifacts { get; } = Path.Combine(Checkout.Root, "artifacts", "soak");
}
