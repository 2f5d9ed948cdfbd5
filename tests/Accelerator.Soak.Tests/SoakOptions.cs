namespace Accelerator.Soak.Tests;

/// <summary>The settings of a run from its environment, and the place of its logs.</summary>
internal static class SoakOptions
{
    /// <summary>FTPX_SOAK_SEED.</summary>
    public static RunSeed Seed { get; } = new("FTPX_SOAK_SEED");

    /// <summary>The folder of event logs, and of the folders of failed runs.</summary>
    public static string Artifacts { get; } = Path.Combine(Checkout.Root, "artifacts", "soak");
}
