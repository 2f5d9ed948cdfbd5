namespace Accelerator.Simulator;

/// <summary>A client's median in the lab, and how it is simulated.</summary>
/// <param name="Path">The scenario.</param>
/// <param name="Client">The client.</param>
/// <param name="Seconds">The median of docs/benchmarks.md, or the only time of a client that was timed once.</param>
/// <param name="Simulate">Simulates it with a seed.</param>
internal sealed record LabMedian(string Path, string Client, double Seconds, Func<SimulatedPath, int, double> Simulate);

/// <summary>The lab's medians of 2026-11-29, commit 6c88520d (docs/benchmarks.md).</summary>
internal static class LabMedians
{
    // Round trips before the first byte of all streams and after the last one, from L6, where the windows leave nothing else to explain:
    // time - size / (streams × 352 kB/s).
    private const double Curl = 10;
    private const double Lftp = 19;
    private const double Aria2 = 22;

    // Not timed in L6; from L2 and L3, where it is 0.5 to 0.8 s above the floor.
    private const double GridFtp = 16;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<LabMedian> All { get; } =
    [
        .. Ours("L0", 7.65, 7.30), .. Ours("L1", 8.61, 6.99), .. Ours("L2", 6.70, 6.39), .. Ours("L3", 5.45, 5.41),
        .. Ours("L6", 12.48, 8.94), .. Ours("L8", 4.10, 3.85),
        Split("L0", "curl", 1, Curl, 20.42), Split("L0", "lftp16", 16, Lftp, 18.48), Split("L0", "aria2x16", 16, Aria2, 20.90),
        Shared("L0", "gridftp10", 10, 8.01), Shared("L0", "gridftp32", 32, 8.16),
        Split("L1", "curl", 1, Curl, 103.87), Split("L1", "lftp8", 8, Lftp, 17.64), Split("L1", "lftp32", 32, Lftp, 10.04),
        Split("L1", "aria2x16", 16, Aria2, 11.80), Shared("L1", "gridftp32", 32, 7.66),
        Split("L2", "curl", 1, Curl, 11.57), Split("L2", "lftp8", 8, Lftp, 12.74), Split("L2", "aria2x8", 8, Aria2, 9.63),
        Shared("L2", "gridftp16", 16, 6.17),
        Split("L3", "curl", 1, Curl, 5.99), Split("L3", "lftp8", 8, Lftp, 10.83), Split("L3", "aria2x8", 8, Aria2, 6.73),
        Shared("L3", "gridftp8", 8, 5.37),
        Split("L6", "curl", 1, Curl, 384.41), Split("L6", "lftp32", 32, Lftp, 15.42), Split("L6", "aria2x16", 16, Aria2, 27.85),
        Split("L8", "curl", 1, Curl, 3.79), Split("L8", "aria2x8", 8, Aria2, 4.35), Shared("L8", "gridftp8", 8, 4.29),
    ];

    private static LabMedian[] Ours(string path, double cold, double known) =>
    [
        new(path, "ftpx", cold, (simulated, seed) => AdaptiveClient.Run(simulated, seed).Seconds),
        new(path, "ftpx-known", known, (simulated, seed) =>
            AdaptiveClient.Run(simulated, seed, AdaptiveClient.Run(simulated, seed + 1000).Site).Seconds),
    ];

    private static LabMedian Split(string path, string client, int streams, double roundTrips, double seconds) =>
        new(path, client, seconds, (simulated, seed) => StaticSplit.Run(simulated, streams, seed, roundTrips).Seconds);

    private static LabMedian Shared(string path, string client, int streams, double seconds) =>
        new(path, client, seconds, (simulated, seed) => StaticSplit.Run(simulated, streams, seed, GridFtp, isShared: true).Seconds);
}
