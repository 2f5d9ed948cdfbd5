namespace Accelerator.Engine.Tests.Probing;

/// <summary>
/// What a probe learns about a server before loading it. The time limit leaves no time for the load, and the clock runs so slowly that no
/// machine reaches the limit earlier.
/// </summary>
public sealed class ProbeServerTests
{
    // The end of a run reserves 2 of these 3 s, and a step of the load needs 1.5 s.
    private static readonly TimeSpan NoLoad = TimeSpan.FromSeconds(3);

    [Fact]
    public async Task A_usual_server_and_the_path_to_it_are_described()
    {
        await using var probe = Probe();
        var report = await ProbeAsync(probe);
        Assert.Equal(("220 Accelerator loopback server ready.", ProbeFixture.Length), (report.Server.Greeting, report.Server.Size));
        Assert.Contains("MLST", report.Server.Claims);
        AssertVerdicts(report, ("REST", FeatureVerdict.Proven), ("RANG", FeatureVerdict.Absent), ("EPSV", FeatureVerdict.Proven),
            ("early close", FeatureVerdict.Proven), ("MLST", FeatureVerdict.Proven), ("SIZE", FeatureVerdict.Claimed), ("UTF8", FeatureVerdict.Claimed));
        Assert.StartsWith("426 after ", Detail(report, "early close"));
        Assert.Equal(1, probe.Server.Log.ControlConnectionsOpened);
        Assert.True(report.Path.RoundTrip <= report.Path.MedianRoundTrip);
        Assert.True(report.Path.FirstByte > TimeSpan.Zero);
        Assert.Equal(OperatingSystem.IsLinux() || OperatingSystem.IsWindows(), report.Path.PathMtu is >= 1280);
        Assert.False(report.Path.MaxSegment > report.Path.PathMtu);
        Assert.False(report.Path.TcpRoundTrip <= TimeSpan.Zero);
        Assert.Equal((ProbeStop.Time, 0, ProbeLimit.Unknown, null), (report.Stop, report.Steps.Count, report.Verdict.Limit, report.Verdict.Streams));
    }

    [Fact]
    public async Task Ranges_with_an_end_are_proven_by_their_bytes()
    {
        await using var probe = Probe(new LoopbackOptions { Features = LoopbackFeatures.All });
        AssertVerdicts(await ProbeAsync(probe), ("RANG", FeatureVerdict.Proven));
        await using var liar = Probe(new LoopbackOptions { Features = LoopbackFeatures.All, Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).IgnoreRang()) });
        AssertVerdicts(await ProbeAsync(liar), ("RANG", FeatureVerdict.Ignored));
        Assert.Contains(liar.Server.Log.Faults, fault => fault.Contains("RANG ignored", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(1L)]
    // Offsets that wrap are visible near the end of the file only.
    [InlineData(1L << 31)]
    public async Task An_ignored_REST_is_detected_and_one_stream_recommended(long from)
    {
        var fault = Fault.OnRetr().FromOffset(from);
        await using var probe = Probe(new LoopbackOptions { Faults = FaultPlan.Of(from == 1 ? fault.IgnoreRest() : fault.RestWrapsAt(from)) });
        var report = await ProbeAsync(probe);
        AssertVerdicts(report, ("REST", FeatureVerdict.Ignored));
        Assert.Equal(1, report.Verdict.Streams);
        Assert.NotEmpty(probe.Server.Log.Faults);
    }

    [Fact]
    public async Task A_refused_REST_is_reported_with_the_server_reply()
    {
        await using var probe = Probe(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Rest });
        var report = await ProbeAsync(probe);
        AssertVerdicts(report, ("REST", FeatureVerdict.Refused));
        Assert.Contains("500", Detail(report, "REST"));
        Assert.Equal(1, report.Verdict.Streams);
    }

    [Fact]
    public async Task Constant_data_is_proven_by_its_count()
    {
        await using var probe = Probe();
        probe.Server.Files.AddConstant("/zero.bin", 10 << 20);
        AssertVerdicts(await ProbeAsync(probe, "/zero.bin"), ("REST", FeatureVerdict.Proven));
    }

    [Fact]
    public async Task Constant_data_of_unknown_length_proves_nothing()
    {
        await using var probe = Probe(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst) });
        probe.Server.Files.AddConstant("/zero.bin", 10 << 20);
        var report = await ProbeAsync(probe, "/zero.bin");
        AssertVerdicts(report, ("REST", FeatureVerdict.Unclear), ("SIZE", FeatureVerdict.Refused), ("MLST", FeatureVerdict.Absent));
        Assert.Equal("cannot tell: constant data", Detail(report, "REST"));
    }

    [Fact]
    public async Task A_server_without_EPSV_is_reached_by_PASV()
    {
        await using var probe = Probe(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Epsv });
        AssertVerdicts(await ProbeAsync(probe), ("EPSV", FeatureVerdict.Refused));
        Assert.Equal(1, probe.Server.Log.CountOf("EPSV"));
    }

    [Theory]
    [InlineData(EarlyCloseAnswer.Reply226, "226 after ")]
    [InlineData(EarlyCloseAnswer.Repeat150, "150 after ")]
    public async Task The_reply_to_an_early_close_is_reported(EarlyCloseAnswer answer, string detail)
    {
        await using var probe = Probe(new LoopbackOptions { EarlyClose = answer });
        var report = await ProbeAsync(probe);
        AssertVerdicts(report, ("early close", FeatureVerdict.Proven));
        Assert.StartsWith(detail, Detail(report, "early close"));
    }

    [Fact]
    public async Task A_session_lost_to_an_early_close_is_reported_and_replaced()
    {
        await using var probe = Probe(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnRetr(nth: 1).CloseControlAfter(32_768)) });
        var report = await ProbeAsync(probe);
        AssertVerdicts(report, ("early close", FeatureVerdict.Ignored), ("REST", FeatureVerdict.Proven));
        Assert.Equal(2, probe.Server.Log.ControlConnectionsOpened);
        Assert.NotEmpty(probe.Server.Log.Faults);
    }

    [Fact]
    public async Task A_hash_is_tried_where_it_is_cheap()
    {
        await using var probe = Probe(new LoopbackOptions { Features = LoopbackFeatures.All });
        probe.Server.Files.AddSynthetic("/small.bin", 1 << 20);
        Assert.Contains("a digest after ", (await ProbeAsync(probe, "/small.bin")).Server.Features.First(feature => feature.Name.StartsWith("HASH", StringComparison.Ordinal)).Detail);
        Assert.Equal(1, probe.Server.Log.CountOf("HASH"));
        Assert.Contains("not tried", Detail(await ProbeAsync(probe), "HASH"));
        Assert.Equal(1, probe.Server.Log.CountOf("HASH"));
    }

    [Fact]
    public async Task A_missing_file_gives_one_message_and_nothing_is_downloaded()
    {
        await using var probe = Probe();
        Assert.Contains("was not found", (await probe.FailAsync(FailureKind.NotFound, "/missing.bin")).Message);
        Assert.Equal(0, probe.Server.Log.DataConnectionsOpened);
    }

    [Fact]
    public async Task A_full_server_is_asked_once()
    {
        await using var probe = Probe(new LoopbackOptions { MaxConnections = 0 });
        await probe.FailAsync(FailureKind.ServerLimit);
        Assert.Equal(1, probe.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task A_refused_login_is_asked_once()
    {
        await using var probe = Probe(new LoopbackOptions { User = "kim", Password = "right" });
        await probe.FailAsync(FailureKind.Login, adjust: request => request with { Source = request.Source with { Credential = new FtpCredential("kim", "wrong") } });
        Assert.Equal(1, probe.Server.Log.CountOf("PASS"));
    }

    [Fact]
    public async Task A_silent_server_ends_at_the_time_limit()
    {
        var time = new FakeTime();
        await using var probe = new ProbeFixture(time, new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnCommand("SYST").NeverAnswer()) });
        var failing = probe.FailAsync(FailureKind.Network, adjust: request => request with { TimeLimit = TimeSpan.FromSeconds(1) });
        await probe.Server.Log.WaitForAsync(log => log.Faults.Count == 1, CancellationToken.None).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Contains("--time-limit", (await failing.SoonAsync()).Message);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_gives_a_note()
    {
        await using var probe = Probe();
        var missing = probe.Folder.File("missing");
        var report = await probe.ProbeAsync(1, adjust: request => request with { Folder = missing, TimeLimit = NoLoad });
        Assert.Null(report.DiskRate);
        Assert.StartsWith($"The disk of {missing} was not measured", Assert.Single(report.Notes));
    }

    [Fact]
    public async Task Control_characters_from_a_server_are_escaped()
    {
        await using var probe = Probe(new LoopbackOptions { Banner = "220 \u001b]0;owned\u0007 hello" });
        Assert.Equal("220 \\x1B]0;owned\\x07 hello", (await ProbeAsync(probe)).Server.Greeting);
    }

    private static ProbeFixture Probe(LoopbackOptions? options = null) => new(new QuickTime(0.1), options);

    private static Task<ProbeReport> ProbeAsync(ProbeFixture probe, string remote = ProbeFixture.Remote) =>
        probe.ProbeAsync(1, remote, request => request with { TimeLimit = NoLoad });

    private static string Detail(ProbeReport report, string name) => report.Server.Features.Single(feature => feature.Name == name).Detail;

    private static void AssertVerdicts(ProbeReport report, params (string Name, FeatureVerdict Verdict)[] expected) =>
        Assert.Equal(expected, expected.Select(pair => (pair.Name, report.Server.Features.Single(feature => feature.Name == pair.Name).Verdict)));
}
