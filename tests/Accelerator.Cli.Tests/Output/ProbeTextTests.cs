namespace Accelerator.Cli.Tests.Output;

public sealed class ProbeTextTests
{
    [Fact]
    public void The_page_reads_like_its_text_file() => Assert.Equal(
        CommandLineFixture.PageText("probe"), ProbeText.Page(ProbeReportSamples.Report(), "ftpx get --streams 6 ftp://ftp.example.org/pub/big.bin"));

    [Fact]
    public void The_plan_lists_the_planned_load() => Assert.Equal(CommandLineFixture.PageText("probe-plan"), ProbeText.Plan(ProbeReportSamples.Plan()));

    [Theory]
    [InlineData(null, null)]
    [InlineData(1, "  mptcp        yes, 1 subflow on a connection")]
    [InlineData(4, "  mptcp        yes, 4 subflows on a connection")]
    [InlineData(0, "  mptcp        fell back to TCP: the server or a firewall on the way does not")]
    public void The_page_shows_whether_connections_use_MPTCP_if_requested(int? subflows, string? row)
    {
        var report = ProbeReportSamples.Report();
        Assert.Equal(row, ProbeText.Page(report with { Path = report.Path with { Subflows = subflows } }, "c").FirstOrDefault(line => line.StartsWith("  mptcp", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_end_of_the_measurement_is_wrapped_like_the_other_sentences()
    {
        var page = ProbeText.Page(ProbeReportSamples.Report() with { Stop = ProbeStop.ShortFile }, "c");
        var first = page.ToList().IndexOf("  The file is too short for its streams to reach full speed: the figures are");
        Assert.Equal("  low. Name a larger one.", page[first + 1]);
    }

    public static TheoryData<ProbeLimit> Limits => [.. Enum.GetValues<ProbeLimit>()];

    [Theory]
    [MemberData(nameof(Limits))]
    public void Every_limit_has_its_own_text(ProbeLimit limit)
    {
        var sentence = ProbeVerdictText.Sentences(ProbeReportSamples.With(limit)).First();
        Assert.EndsWith(".", sentence);
        Assert.DoesNotContain(Enum.GetValues<ProbeLimit>().Where(other => other != limit), other => ProbeVerdictText.Sentences(ProbeReportSamples.With(other)).First() == sentence);
    }

    [Fact]
    public void Missing_REST_support_and_growing_goodput_are_reported()
    {
        var report = ProbeReportSamples.Report();
        report = report with
        {
            Server = report.Server with { Features = [new("REST", FeatureVerdict.Ignored, "")] },
            Verdict = report.Verdict with { MayGrow = true, Streams = null },
        };
        Assert.Equal(
            [
                "The server does not support REST: a file can be downloaded only in one stream, from its start.",
                "Goodput still grew with 6 streams, the most that were measured. ftpx get finds the best number during the transfer (--streams auto, the default); ftpx probe --streams 12 measures more.",
            ],
            ProbeVerdictText.Sentences(report).Skip(3));
        Assert.Equal("Goodput still grew with 40 streams. ftpx probe --streams 64 measures more.", Growth(40));
        Assert.Equal("Goodput still grew with 64 streams, the most that ftpx opens.", Growth(64));

        string Growth(int streams) => ProbeVerdictText.Sentences(report with { Steps = [report.Steps[^1] with { Streams = streams }], Verdict = report.Verdict with { Streams = streams } }).Last();
    }

    [Theory]
    [InlineData("220 (vsFTPd 3.0.3)", ProbeLimit.Connections, ProbeLimit.Unknown, "The server is vsftpd: its administrator should look at max_per_ip and max_clients.")]
    [InlineData("220 ProFTPD Server (Debian)", ProbeLimit.StreamRate, ProbeLimit.StreamRate, "The server is ProFTPD: its administrator should look at TransferRate.")]
    [InlineData("220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------", ProbeLimit.Server, ProbeLimit.Unknown, "The server is Pure-FTPd: its administrator should look at UserBandwidth (-T) and AnonymousBandwidth (-t).")]
    [InlineData("220-FileZilla Server 1.8.0", ProbeLimit.Line, ProbeLimit.ServerWindow, "The server is FileZilla Server: its administrator should look at the socket buffer sizes of the FTP settings, which should be the system's.")]
    [InlineData("220 Microsoft FTP Service", ProbeLimit.StreamRate, ProbeLimit.StreamRate, null)]
    [InlineData("220 Microsoft FTP Service", ProbeLimit.LocalDisk, ProbeLimit.Unknown, null)]
    [InlineData("220 ready", ProbeLimit.Connections, ProbeLimit.Unknown, null)]
    public void The_server_setting_that_limits_the_transfer_is_named(string greeting, ProbeLimit limit, ProbeLimit stream, string? sentence)
    {
        var report = ProbeReportSamples.Report();
        report = report with { Server = report.Server with { Greeting = greeting }, Verdict = report.Verdict with { Limit = limit, StreamLimit = stream } };
        Assert.Equal(sentence, ServerSettingText.For(report));
    }

    [Fact]
    public void Round_trips_that_grow_without_loss_point_to_a_device()
    {
        var report = ProbeReportSamples.With(ProbeLimit.Line);
        var queued = report with { Steps = [report.Steps[0] with { RoundTrip = TimeSpan.FromMilliseconds(250), Packets = 1000, PacketsOutOfOrder = 0 }] };
        Assert.Contains(ProbeVerdictText.Sentences(queued), sentence => sentence.StartsWith("Round trips grow from 186 ms to 250 ms and no packets are lost: ", StringComparison.Ordinal));
        var lossy = queued with { Steps = [queued.Steps[0] with { PacketsOutOfOrder = 9 }] };
        Assert.DoesNotContain(ProbeVerdictText.Sentences(lossy), sentence => sentence.StartsWith("Round trips grow", StringComparison.Ordinal));
    }

    [Fact]
    public void Bytes_in_flight_are_shown_only_if_they_are_the_window()
    {
        var report = ProbeReportSamples.With(ProbeLimit.StreamRate);
        var sentence = ProbeVerdictText.Sentences(report with { Verdict = report.Verdict with { StreamWindow = null } }).First();
        Assert.Contains("The bytes in flight are not shown: rate x round trip is less than one segment", sentence);
    }

    [Fact]
    public void No_line_is_wider_than_a_terminal() =>
        Assert.All(ProbeText.Page(ProbeReportSamples.Report(), "ftpx get x").Concat(ProbeText.Plan(ProbeReportSamples.Plan())), line => Assert.InRange(line.Length, 0, 79));
}
