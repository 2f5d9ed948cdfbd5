namespace Accelerator.Simulator;

/// <summary>A client's median in the lab, and how it is simulated.</summary>
/// <param name="Path">The scenario.</param>
/// <param name="Client">The client.</param>
/// <param name="Seconds">The median of docs/benchmarks.md.</param>
/// <param name="Simulate">Simulates it with a seed.</param>
internal sealed record LabMedian(string Path, string Client, double Seconds, Func<SimulatedPath, int, double> Simulate);

/// <summary>The lab's results of 2026-11-20 (docs/benchmarks.md).</summary>
internal static class LabMedians
{
    // Round trips before the first byte of all streams and after the last one, from L6, where the windows leave nothing else to explain:
    // time - size / (streams × 352 kB/s).
    private const double Curl = 10;
    private const double Lftp = 19;
    private const double Aria2 = 22;

    // Not timed in L6; from L2 and L3, where it is 0.5 to 0.9 s above the floor.
    private const double GridFtp = 16;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<LabMedian> All { get; } =
    [
        .. Ours("L0", 8.15, 8.12), .. Ours("L1", 8.74, 7.68), .. Ours("L2", 6.86, 7.00), .. Ours("L3", 5.91, 6.14),
        .. Ours("L6", 15.52, 14.71), .. Ours("L8", 4.22, 4.28),
        Split("L0", "curl", 1, Curl, 28.01), Split("L0", "lftp16", 16, Lftp, 16.91), Split("L0", "aria2x16", 16, Aria2, 21.75),
        Shared("L0", "gridftp10", 10, 7.80), Shared("L0", "gridftp32", 32, 7.40),
        Split("L1", "curl", 1, Curl, 106.45), Split("L1", "lftp8", 8, Lftp, 17.56), Split("L1", "lftp32", 32, Lftp, 10.27),
        Split("L1", "aria2x16", 16, Aria2, 12.05), Shared("L1", "gridftp32", 32, 7.69),
        Split("L2", "curl", 1, Curl, 11.72), Split("L2", "lftp8", 8, Lftp, 14.30), Split("L2", "aria2x8", 8, Aria2, 10.93),
        Shared("L2", "gridftp16", 16, 6.17),
        Split("L3", "curl", 1, Curl, 8.12), Split("L3", "lftp8", 8, Lftp, 10.88), Split("L3", "aria2x8", 8, Aria2, 7.80),
        Shared("L3", "gridftp8", 8, 5.35),
        Split("L6", "curl", 1, Curl, 385.2), Split("L6", "lftp32", 32, Lftp, 15.45), Split("L6", "aria2x16", 16, Aria2, 27.88),
        Split("L8", "curl", 1, Curl, 3.63), Split("L8", "aria2x8", 8, Aria2, 3.97), Shared("L8", "gridftp8", 8, 3.64),
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
