namespace Accelerator.Simulator;

/// <summary>The paths that policies are compared over.</summary>
internal static class PathSet
{
    private const double MiB = 1 << 20;
    private const double GiB = 1 << 30;

    // Packets of 9000 bytes carry 8948 (tests/lab/wanlab/floors.py).
    private const double LabSegment = 8948;
    private const double LabShare = LabSegment / 9000;

    // Of tcp_rmem the kernel offers 0.705 with such packets (tests/lab/wanlab/scenarios.py).
    private const double Offered = 0.705;

    // Seconds. In less, the spacing of connects decides and not the number of streams; in more, the start and the tail are lost in it.
    private const double Shortest = 1;
    private const double Longest = 300;

    /// <summary>Scenarios of the lab. A window that is meant to hold a stream is what curl got: 5.1 MB/s in L1.</summary>
    public static IReadOnlyList<SimulatedPath> Lab { get; } =
    [
        Scenario("L0", 10_000, 186, Offered * 64 * MiB, 0, 4 * GiB) with { LeavesFrom = 0.35 },
        Scenario("L1", 1000, 186, 0.96e6, 0, 512 * MiB),
        Scenario("L2", 1000, 100, Offered * 32 * MiB, 100, 512 * MiB),
        Scenario("L3", 4000, 50, Offered * 32 * MiB, 0, 2 * GiB) with { LeavesFrom = 0.3 },
        Scenario("L6", 1000, 186, 65_535, 30, 128 * MiB),
        Scenario("L8", 10_000, 8, Offered * 64 * MiB, 0, 4 * GiB),
        Scenario("L8 BBR", 10_000, 8, Offered * 64 * MiB, 0, 4 * GiB) with { Congestion = Congestion.Bbr },
        Scenario("L3 BBR", 4000, 50, 64 * MiB, 0, 2 * GiB) with { Congestion = Congestion.Bbr },
        Scenario("L3 Reno", 4000, 50, Offered * 32 * MiB, 0, 2 * GiB) with { Congestion = Congestion.Reno },
    ];

    /// <summary>Returns random paths: the same ones for the same seed.</summary>
    /// <param name="count">How many.</param>
    /// <param name="seed">Where to begin.</param>
    public static IReadOnlyList<SimulatedPath> Random(int count, int seed)
    {
        var random = new Random(seed);
        var paths = new List<SimulatedPath>(count);
        while (paths.Count < count)
        {
            var path = Draw($"{paths.Count + 1}", random);
            if (path.Floor is >= Shortest and <= Longest) paths.Add(path);
        }
        return paths;
    }

    /// <summary>Returns the group of a random path in the table.</summary>
    public static string GroupOf(SimulatedPath path) => path switch
    {
        { Congestion: Congestion.Bbr } => "BBR",
        _ when path.BandwidthDelay > 2 * path.Window => "window",
        { Loss: > 0 } => "loss",
        _ => "clean",
    };

    private static SimulatedPath Scenario(string name, double megabits, double milliseconds, double window, double ppm, double size) =>
        new(name, megabits * 1e6 / 8 * LabShare, milliseconds / 1000, window, ppm / 1e6, (long)size) { Segment = LabSegment };

    // 50 Mbit/s to 10 Gbit/s, 1 to 300 ms, windows of 64 KiB to 64 MiB, 10 MiB to 8 GiB, each on a logarithmic scale; loss of up to 300 ppm
    // on half of them; one server in five has BBR, one in ten Reno.
    private static SimulatedPath Draw(string name, Random random)
    {
        var (rate, trip, window) = (Between(50e6 / 8, 10e9 / 8, random), Between(0.001, 0.3, random), Between(64 << 10, 64 * MiB, random));
        var size = Between(10 * MiB, 8 * GiB, random);
        var loss = random.Next(2) == 0 ? 0 : Between(1e-6, 300e-6, random);
        var control = random.Next(10) switch { < 2 => Congestion.Bbr, 2 => Congestion.Reno, _ => Congestion.Cubic };
        return new SimulatedPath(name, rate, trip, window, loss, (long)size)
        {
            Congestion = control,
            LeavesFrom = 0.2 + (0.4 * random.NextDouble()),
        };
    }

    private static double Between(double least, double most, Random random) => least * Math.Pow(most / least, random.NextDouble());
}
