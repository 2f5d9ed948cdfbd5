using System.Globalization;

namespace Accelerator.Soak.Tests;

/// <summary>What a run is told from outside, and where it leaves its traces.</summary>
internal static class SoakOptions
{
    /// <summary>How long the group <c>soak</c> keeps up its storms.</summary>
    public static readonly TimeSpan TestTime = TimeSpan.FromSeconds(60);

    /// <summary>Kills in the group <c>soak</c>.</summary>
    public const int TestKills = 50;

    /// <summary>Kills of the service in the group <c>soak</c>, for each ledger.</summary>
    public const int TestCrashes = 12;

    /// <summary>Simulated time of a service in the group <c>soak</c>.</summary>
    public static readonly TimeSpan TestDays = TimeSpan.FromHours(5);

    /// <summary>The run's seed: FTPX_SOAK_SEED, or else the clock, so that every run tries something new.</summary>
    public static ulong Seed { get; } =
        Environment.GetEnvironmentVariable("FTPX_SOAK_SEED") is { Length: > 0 } given ? ReadSeed(given) : (ulong)DateTime.UtcNow.Ticks;

    /// <summary>Event logs, and the folders of rounds that went wrong.</summary>
    public static string Artifacts { get; } = Path.Combine(FindRoot(), "artifacts", "soak");

    public static ulong ReadSeed(string text) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seed) ? seed : throw new FormatException($"\"{text}\" is no seed: use digits.");

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Accelerator.sln"))) folder = folder.Parent;
        return folder?.FullName ?? throw new InvalidOperationException($"No folder above {AppContext.BaseDirectory} holds Accelerator.sln.");
    }
}
