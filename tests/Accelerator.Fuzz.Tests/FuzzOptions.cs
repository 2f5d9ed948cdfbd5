using System.Globalization;

namespace Accelerator.Fuzz.Tests;

/// <summary>What a run is told from outside.</summary>
internal static class FuzzOptions
{
    /// <summary>All targets of a test run share this time out.</summary>
    public static readonly TimeSpan TestTime = TimeSpan.FromSeconds(20);

    /// <summary>The run's seed: FTPX_FUZZ_SEED, or else the clock, so that every run tries something new.</summary>
    public static ulong Seed { get; } =
        Environment.GetEnvironmentVariable("FTPX_FUZZ_SEED") is { Length: > 0 } given ? ReadSeed(given) : (ulong)DateTime.UtcNow.Ticks;

    public static ulong ReadSeed(string text) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seed) ? seed : throw new FormatException($"\"{text}\" is no seed: use digits.");
}
