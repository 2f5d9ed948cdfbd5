namespace Accelerator.Cli.Tests;

/// <summary>Simulated events of the engine.</summary>
internal static class TransferSamples
{
    public const long MiB = 1 << 20;

    public static TransferSource Source(string path = "pub/big.bin") =>
        new(new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), new FtpCredential("kim", "s3cret"), FtpPath.FromText(path, FtpCharsets.Utf8));

    public static TransferPlan Plan() => new()
    {
        Item = new TransferItem { Sources = [Source()], TargetPath = "/data/big.bin" },
        Identity = new RemoteIdentity("ftp.example.org:21", "pub/big.bin", 100 * MiB, "20261120053700"),
        ModifiedUtc = new DateTime(2026, 11, 20, 5, 37, 0, DateTimeKind.Utc),
        BytesReused = 0,
        Ranges = [new ByteRange(0, 50 * MiB), new ByteRange(50 * MiB, 100 * MiB)],
        InitialStreams = 2,
        MaxStreams = 8,
        Segmented = true,
        ServerHashes = ["XSHA256", "XCRC"],
        Companions = [],
        Verify = Verification.Auto,
        Writes = UnbufferedWrites.Auto,
        MostBufferBytes = 96 * MiB,
    };

    public static TransferSnapshot Snapshot(long doneMiB = 45, long? totalMiB = 100) => new()
    {
        Elapsed = TimeSpan.FromSeconds(4.2),
        Phase = TransferPhase.Transferring,
        BytesDone = doneMiB * MiB,
        BytesTotal = totalMiB * MiB,
        BytesFetched = doneMiB * MiB,
        BytesPerSecond = 11 * MiB,
        FilesDone = 0,
        FilesTotal = 1,
        CurrentFile = "big.bin",
        ActiveStreams = 8,
        WantedStreams = 8,
        Streams =
        [
            new StreamSnapshot(0, StreamState.Receiving, "big.bin", 0, 30 * MiB, 50 * MiB, 6 * MiB),
            new StreamSnapshot(1, StreamState.Connecting, "big.bin", 50 * MiB, 50 * MiB, 100 * MiB, 0),
        ],
    };

    public static IReadOnlyList<RouteShare> Routes() =>
        [new("ftp://a:21", "eth1", 612 * MiB, 61 * MiB, 4, IsSilent: false), new("ftp://b:21", "eth2", 300 * MiB, 0, 0, IsSilent: true)];

    public static StreamDecision Decision() => new(TimeSpan.FromSeconds(2.5), 4, 8, 11 * MiB, "Goodput grew by 80 %.");

    public static FileResult Done() => new()
    {
        Source = "ftp://ftp.example.org:21/pub/big.bin",
        TargetPath = "/data/big.bin",
        Failure = null,
        Message = "Proven by seams.",
        Size = 100 * MiB,
        BytesFetched = 101 * MiB,
        BytesReused = 0,
        Elapsed = TimeSpan.FromSeconds(10),
        VerifyElapsed = TimeSpan.FromMilliseconds(20),
        PeakStreams = 8,
        VerifiedBy = "XSHA256",
        Assurance = Assurance.Hash,
        AssuranceText = "verified by XSHA256",
        Unbuffered = true,
    };

    public static FileResult Failed(FailureKind kind, bool canResume = false) => Done() with
    {
        Failure = kind,
        Message = "RETR pub/big.bin at ftp.example.org:21: 550 No such file.",
        VerifiedBy = "",
        Assurance = null,
        AssuranceText = "",
        CanResume = canResume,
    };
}
