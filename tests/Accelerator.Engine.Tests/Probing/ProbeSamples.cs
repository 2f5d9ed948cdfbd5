namespace Accelerator.Engine.Tests.Probing;

/// <summary>Measurements of fictitious servers.</summary>
internal static class ProbeSamples
{
    public const double MB = 1e6;

    /// <summary>A path of 100 ms without load.</summary>
    public static ProbePath IdlePath { get; } = new()
    {
        Greeted = TimeSpan.FromMilliseconds(200),
        LoggedIn = TimeSpan.FromMilliseconds(400),
        FirstByte = TimeSpan.FromMilliseconds(300),
        RoundTrip = TimeSpan.FromMilliseconds(100),
        MedianRoundTrip = TimeSpan.FromMilliseconds(100),
        TcpRoundTrip = TimeSpan.FromMilliseconds(100),
        PathMtu = 1500,
        MaxSegment = 1448,
    };

    /// <summary>A step without loss or queue, on an otherwise idle machine, with a receive window that is never filled.</summary>
    public static ProbeStep Step(int streams, double megabytesPerSecond) => new()
    {
        Streams = streams,
        BytesPerSecond = megabytesPerSecond * MB,
        SlowestStream = megabytesPerSecond * MB / streams * 0.95,
        FastestStream = megabytesPerSecond * MB / streams * 1.05,
        IsSettled = true,
        RoundTrip = IdlePath.MedianRoundTrip,
        Packets = (long)(megabytesPerSecond * MB / 1448 * 4),
        PacketsOutOfOrder = 0,
        ReceiveWindow = 32 << 20,
        CpuShare = 0.1,
        Restarts = 0,
        Bytes = (long)(megabytesPerSecond * MB * 4),
        Elapsed = TimeSpan.FromSeconds(4),
    };

    /// <summary>Steps of 1, 2, 4, … streams with these rates in MB/s.</summary>
    public static List<ProbeStep> Steps(params double[] rates) => [.. rates.Select((rate, i) => Step(1 << i, rate))];
}
