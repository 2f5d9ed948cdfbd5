namespace Accelerator.Engine.Tests.Sites;

/// <summary>A site profile in which every fact is set, and a memory for profiles.</summary>
internal static class SiteSamples
{
    /// <summary>The time at which all of <see cref="Facts"/> was learned: a minute before the clock of the tests starts.</summary>
    public static DateTimeOffset Learned { get; } = new(2026, 1, 2, 3, 3, 5, TimeSpan.Zero);

    public static SiteFacts Facts { get; } = new()
    {
        Features = new(["MLST", "REST"], Learned),
        RestHonoured = new(true, Learned),
        RangWorks = new(false, Learned),
        BehindWorks = new(true, Learned),
        LoginTogether = new(true, Learned),
        RestTogether = new(true, Learned),
        DatesDayFirst = new(true, Learned),
        Unanswered = new(["FEAT"], Learned),
        MlsdPathWorks = new(true, Learned),
        OffsetStores = new(true, Learned),
        Sessions = new(16, Learned),
        EarlyCloseClean = new(true, Learned),
        Ceiling = new(6, Learned),
        Plateau = new(new StreamPlateau(8, 120e6), Learned),
        WindowBytes = new(1 << 20, Learned),
        RoundTrip = new(TimeSpan.FromMilliseconds(186), Learned),
        ServerSoftware = new("(vsFTPd 3.0.5)", Learned),
        LoginSeen = new(true, Learned),
    };

    /// <summary>A memory in a folder, for runs on the system's clock. A busy machine, too, keeps its limits of a minute.</summary>
    public static SiteMemory Memory(string folder) =>
        new(folder, TimeProvider.System) { ReadLimit = TimeSpan.FromMinutes(1), WriteLimit = TimeSpan.FromMinutes(1) };

    public static SiteKey Key(string host = "ftp.example.org", int port = 21, string? user = "kim") =>
        SiteKey.Of(new FtpEndpoint(host, port, FtpSecurity.None), user);
}
