namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Complete command lines against simulated computers; the path to a server is real if a server is named.</summary>
public sealed class DoctorRunnerTests : CommandLineFixture
{
    private DoctorHost? _host = DoctorSamples.Host(DoctorSamples.Server());

    [Fact]
    public async Task A_server_is_reached_in_three_connections_without_a_login()
    {
        await using var server = LoopbackServer.Start();
        _host = _host! with { ExaminePathAsync = new NetworkPathExaminer(TimeProvider.System, (_, _, _, _) => throw new InvalidOperationException("No echo goes to the computer itself.")).ExamineAsync };
        Assert.Equal(0, await RunAsync(server.UrlOf("/any.bin")));
        await server.Log.WaitForAsync(log => log.Commands.Count == 3, CancellationToken.None).WaitAsync(Patience);
        Assert.Equal(3, server.Log.ControlConnectionsOpened);
        Assert.Equal(3, server.Log.CountOf("QUIT"));
        Assert.Contains($"Path to 127.0.0.1:{server.EndPoint.Port}\n  address      127.0.0.1 from 127.0.0.1\n", Out);
        Assert.Contains("The largest packet that the path carries: the server is on this computer.", Out);
    }

    [Theory]
    [InlineData("option")]
    [InlineData("environment")]
    [InlineData("setting")]
    public async Task A_server_behind_a_proxy_is_reached_through_it_and_echoes_stay_before_it(string by)
    {
        await using var server = LoopbackServer.Start();
        using var proxy = new RelayProxy();
        Process.Variables["HOME"] = Process.Folder;
        Process.Variables["no_proxy"] = "";
        if (by == "environment") Process.Variables["ALL_PROXY"] = $"{proxy.Address}";
        if (by == "setting") Assert.Equal(0, await FtpxAsync(["site", "set", $"far.example:{server.EndPoint.Port}", $"proxy={proxy.Address}"]));
        _host = _host! with
        {
            ExaminePathAsync = new NetworkPathExaminer(TimeProvider.System, (_, _, _, _) => throw new InvalidOperationException()).ExamineAsync,
            ExamineLocalPathsAsync = new LocalPathExaminer(TimeProvider.System, () => [], () => [], (_, _) => Task.FromResult<string?>(null)).ExamineAsync,
        };
        TakeOut();
        string[] more = by == "option" ? ["--proxy", $"{proxy.Address}"] : [];
        Assert.Equal(0, await RunAsync([$"ftp://far.example:{server.EndPoint.Port}/", "--bind", "127.0.0.5", .. more]));
        Assert.Equal(Enumerable.Repeat($"far.example:{server.EndPoint.Port}", 4), proxy.Asked);
        Assert.Contains($"through the proxy {proxy.Address} up to three times", Err);
        Assert.Contains($"Path to far.example:{server.EndPoint.Port}\n  proxy        {proxy.Address}. The address", Out);
        Assert.Contains(" to the server, through the proxy, the shortest of 3 connections greeting ", string.Join(' ', Out.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries)));
        Assert.Contains("The largest packet that the path carries: the proxy is on this computer.", Out);
    }

    [Fact]
    public async Task A_server_that_is_not_reached_hides_nothing_else()
    {
        using var port = new ClosedPort();
        _host = _host! with { ExaminePathAsync = new NetworkPathExaminer(TimeProvider.System, (_, _, _, _) => throw new InvalidOperationException()).ExamineAsync };
        Assert.Equal(5, await RunAsync($"ftp://127.0.0.1:{port.Number}/"));
        Assert.Contains($"  failed       The connection to 127.0.0.1:{port.Number} failed: ", Out);
        Assert.Contains("\nArithmetic\n  One stream carries one window per round trip, however fast the link is:\n", Out);
        Assert.Contains("\nDo these first\n", Out);
    }

    [Fact]
    public async Task The_planned_actions_are_printed_first()
    {
        _host = DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path());
        Assert.Equal(0, await RunAsync("ftp://kim:secret@ftp.example.org/f"));
        Assert.Equal($"ftpx: note: Connecting to ftp.example.org:21 up to three times without a login, and sending echo requests.\nftpx: note: Measuring the disk of {Process.Folder} for one second.\n", Err);
        Assert.DoesNotContain("secret", Out);
    }

    [Fact]
    public async Task Control_characters_from_a_server_and_a_registry_are_escaped()
    {
        var (facts, store) = DoctorSamples.Server();
        _host = DoctorSamples.Host((facts with { System = "Windows\u001b[2J" }, store), DoctorSamples.Path() with { Doubt = "It greets with 421 \u202Efull\u0007." });
        Assert.Equal(0, await RunAsync("ftp://ftp.example.org/"));
        Assert.Contains("Windows\\x1B[2J", Out);
        Assert.Contains("421 \\u202Efull\\x07", Out);
        Assert.DoesNotContain(Out, c => c is '\u001b' or '\u202e' or '\u0007');
    }

    [Fact]
    public async Task The_speed_of_an_unwritable_disk_is_reported_as_unknown()
    {
        _host = _host! with { MeasureDiskAsync = (_, _) => throw new UnauthorizedAccessException("Access is denied.") };
        Assert.Equal(0, await RunAsync());
        Assert.Contains("-  The speed of the disk:", Out);
        Assert.Contains("Do these first\n  Nothing: no known setting limits transfers.\n", Out);
    }

    [Theory]
    [InlineData("is not an FTP URL", "http://h/f")]
    [InlineData("missing does not exist", "--folder", "missing")]
    [InlineData("There is no profile \"fast\".", "--profile", "fast")]
    [InlineData("The profile desktop-wan is for Windows 10 and 11", "--profile", "desktop-wan")]
    [InlineData("--bandwidth: \"fast\" is not a link rate", "--bandwidth", "fast")]
    [InlineData("--proxy needs a server", "--proxy", "none")]
    [InlineData("add --bundle FILE", "--log", "x.log")]
    [InlineData("--bundle and --json cannot be combined", "--bundle", "x.zip", "--json")]
    [InlineData("there.zip exists already", "--bundle", "there.zip")]
    [InlineData("unexpected argument \"ftp://i/\".", "ftp://h/", "ftp://i/")]
    public async Task Invalid_arguments_give_one_message_and_nothing_is_measured(string part, params string[] words)
    {
        Process.Write("there.zip", "mine");
        _host = _host! with { MeasureDiskAsync = (_, _) => throw new InvalidOperationException("Nothing was to be measured.") };
        Assert.Equal(2, await RunAsync(words));
        Assert.Contains(part, Err);
        Assert.Equal("", Out);
    }

    [Fact]
    public async Task Elsewhere_than_on_Windows_and_Linux_nothing_is_known()
    {
        _host = null;
        Assert.Equal(2, await RunAsync());
        Assert.Contains("ftpx doctor supports Windows and Linux only.", Err);
    }

    [Theory]
    [InlineData("10G", 10_000_000_000)]
    [InlineData("2.5Gbit/s", 2_500_000_000)]
    [InlineData("800m", 800_000_000)]
    [InlineData("64000", 64_000)]
    public void Lines_are_sold_in_decimal_bits(string text, long bits) => Assert.Equal(bits, LineSpeed.Parse(text));

    public static TheoryData<string> NoSpeeds => ["", "G", "-1G", "999", "11T", "1e9", "1111111111111111G"];

    [Theory]
    [MemberData(nameof(NoSpeeds))]
    public void An_invalid_speed_is_refused(string text) => Assert.Throws<UsageException>(() => LineSpeed.Parse(text));

    [Theory]
    [InlineData("--bandwidth", "800M", "with a\n               link of 800 Mbit/s.", "to fill 800 Mbit/s", "  profile      server-wan, because")]
    [InlineData("--profile", "conservative", "  profile      conservative, because it was named with --profile.", "(ftpx tune diff conservative)")]
    public async Task A_given_line_or_profile_replaces_the_detected_one(string option, string value, params string[] parts)
    {
        Assert.Equal(0, await RunAsync(option, value));
        Assert.All(parts, part => Assert.Contains(part, Out));
    }

    [Fact]
    public async Task Ctrl_C_stops_it_without_a_page()
    {
        _host = _host! with
        {
            MeasureDiskAsync = (_, token) =>
            {
                Process.Stop!.Press();
                token.ThrowIfCancellationRequested();
                return null!;
            },
        };
        Assert.Equal((130, ""), (await RunAsync(), Out));
    }

    [Fact]
    public async Task Json_is_one_object_a_line()
    {
        _host = DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path());
        Assert.Equal(0, await RunAsync("ftp://ftp.example.org/", "--json"));
        Assert.Equal("doctor_host doctor_adapter doctor_path doctor_disk doctor_window doctor_advice doctor_found", string.Join(' ', JsonTypes().Distinct()));
        var first = JsonOut.First(line => line.GetProperty("type").GetString() == "doctor_advice");
        Assert.Equal((1, "tcp.autotuning", "ftpx tune apply desktop-wan"), (first.GetProperty("rank").GetInt32(), first.GetProperty("id").GetString(), first.GetProperty("command").GetString()));
        var window = JsonOut.Single(line => line.GetProperty("type").GetString() == "doctor_window");
        Assert.Equal((0.2, 1_048_560, 24), (window.GetProperty("round_trip_seconds").GetDouble(), window.GetProperty("stream_window").GetInt64(), window.GetProperty("least_streams").GetInt64()));
    }

    private Task<int> RunAsync(params string[] words) => FtpxAsync(
        ["doctor", .. words], new DoctorCommand(new DoctorRunner(Process.Value, () => _host, new SupportBundle(Process.Value).WriteAsync).RunAsync));
}
