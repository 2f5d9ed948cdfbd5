namespace Accelerator.Cli.Tests;

/// <summary>A simulated probe of a server with a window of 1 MiB and six allowed sessions, on the other side of the world.</summary>
internal static class ProbeReportSamples
{
    private const double PerStream = 5_637_500;

    public static ProbePlan Plan() => new()
    {
        Source = TransferSamples.Source(),
        Steps = [1, 2, 4, 8, 16],
        MostSessions = 17,
        MostRefusals = 3,
        MostBytesPerStep = 4L << 30,
        TimeLimit = TimeSpan.FromSeconds(60),
        Folder = "/data",
        MostDiskBytes = 256 << 20,
    };

    public static ProbeReport Report() => new()
    {
        Source = TransferSamples.Source(),
        Server = new ProbeServer
        {
            Greeting = "220 (vsFTPd 3.0.3)",
            System = "UNIX Type: L8",
            Claims = ["EPSV", "MDTM", "PASV", "REST", "SIZE", "TVFS"],
            Features =
            [
                new("early close", FeatureVerdict.Proven, "426 after 187 ms"),
                new("REST", FeatureVerdict.Proven, "8192 bytes from offset 32781 match a download from the start, and the byte count near the end is right"),
                new("RANG", FeatureVerdict.Absent, ""),
                new("EPSV", FeatureVerdict.Proven, "data connections open"),
                new("SIZE", FeatureVerdict.Claimed, "1677721600 bytes"),
                new("UTF8", FeatureVerdict.Absent, ""),
            ],
            Size = 1_677_721_600,
            Modified = "20261120053700",
        },
        Path = new ProbePath
        {
            Greeted = TimeSpan.FromMilliseconds(374),
            LoggedIn = TimeSpan.FromMilliseconds(745),
            FirstByte = TimeSpan.FromMilliseconds(561),
            RoundTrip = TimeSpan.FromMilliseconds(186.2),
            MedianRoundTrip = TimeSpan.FromMilliseconds(186.4),
            TcpRoundTrip = TimeSpan.FromMilliseconds(186),
            PathMtu = 9000,
            MaxSegment = 8948,
        },
        Steps = [Step(1), Step(2), Step(4), Step(6) with { RoundTrip = null, IsSettled = false, PacketsOutOfOrder = 9, ReceiveWindow = null }],
        Stop = ProbeStop.Refused,
        Ceiling = 6,
        Refusals = 1,
        DiskRate = 2_500_000_000,
        Verdict = new ProbeVerdict
        {
            Limit = ProbeLimit.Connections,
            StreamLimit = ProbeLimit.ServerWindow,
            StreamRate = PerStream,
            StreamWindow = 1_048_575,
            BestRate = 6 * PerStream,
            Streams = 6,
            MayGrow = false,
        },
        Notes = ["Greeting of ftp.example.org:21: 421 There are too many connections from your internet address."],
        Bytes = 412_000_000,
        Elapsed = TimeSpan.FromSeconds(24.3),
    };

    public static ProbeReport With(ProbeLimit limit) => Report() with { Verdict = Report().Verdict with { Limit = limit, StreamLimit = limit } };

    private static ProbeStep Step(int streams) => new()
    {
        Streams = streams,
        BytesPerSecond = streams * PerStream,
        SlowestStream = PerStream,
        FastestStream = PerStream,
        IsSettled = true,
        RoundTrip = TimeSpan.FromMilliseconds(186.3),
        Packets = streams * 2500,
        PacketsOutOfOrder = 0,
        ReceiveWindow = 16 << 20,
        CpuShare = 0.02,
        Restarts = 0,
        Bytes = (long)(streams * PerStream * 4),
        Elapsed = TimeSpan.FromSeconds(4),
    };
}
