using System.Text.Json;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Doctor;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Whole command lines over computers made of strings; the way to a server is a real one where a server is named.</summary>
public sealed class DoctorRunnerTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private DoctorHost? _host = DoctorSamples.Host(DoctorSamples.Server());

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task A_server_is_reached_in_three_connections_without_a_login()
    {
        await using var server = LoopbackServer.Start();
        _host = _host! with { ExaminePathAsync = new PathExaminer(TimeProvider.System, (_, _, _, _) => throw new InvalidOperationException("No echo goes to the computer itself.")).ExamineAsync };
        Assert.Equal(0, await RunAsync(server.UrlOf("/any.bin")));
        await server.Log.WaitForAsync(log => log.Commands.Count == 3, CancellationToken.None).SoonAsync();
        Assert.Equal(3, server.Log.ControlConnectionsOpened);
        Assert.Equal(3, server.Log.CountOf("QUIT"));
        Assert.Contains($"Path to 127.0.0.1:{server.EndPoint.Port}\n  address      127.0.0.1 from 127.0.0.1\n", _process.Out.ToString());
        Assert.Contains("How large a packet the path carries: the server is on this computer.", _process.Out.ToString());
    }

    [Fact]
    public async Task A_server_that_is_not_reached_hides_nothing_else()
    {
        int port;
        await using (var gone = LoopbackServer.Start()) port = gone.EndPoint.Port;
        _host = _host! with { ExaminePathAsync = new PathExaminer(TimeProvider.System, (_, _, _, _) => throw new InvalidOperationException()).ExamineAsync };
        Assert.Equal(5, await RunAsync($"ftp://127.0.0.1:{port}/"));
        var page = _process.Out.ToString();
        Assert.Contains($"  failed       The connection to 127.0.0.1:{port} failed: ", page);
        Assert.Contains("\nArithmetic\n  One stream carries one window in a round trip, whatever the link could carry:\n", page);
        Assert.Contains("\nDo these first\n", page);
    }

    [Fact]
    public async Task It_says_first_what_it_will_do()
    {
        _host = DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path());
        Assert.Equal(0, await RunAsync("ftp://kim:secret@ftp.example.org/f"));
        Assert.Equal($"ftpx: asking ftp.example.org:21 for its greeting, at most three times and without a login, and sending echoes.\nftpx: measuring the disk of {_process.Folder} for a second.\n", _process.Err.ToString());
        Assert.DoesNotContain("secret", _process.Out.ToString());
    }

    [Fact]
    public async Task What_a_server_and_a_registry_say_steers_no_terminal()
    {
        var (facts, store) = DoctorSamples.Server();
        _host = DoctorSamples.Host((facts with { System = "Windows\u001b[2J" }, store), DoctorSamples.Path() with { Doubt = "It greets with 421 \u202Efull\u0007." });
        Assert.Equal(0, await RunAsync("ftp://ftp.example.org/"));
        Assert.Contains("Windows\\x1B[2J", _process.Out.ToString());
        Assert.Contains("421 \\u202Efull\\x07", _process.Out.ToString());
        Assert.DoesNotContain(_process.Out.ToString(), c => c is '\u001b' or '\u202e' or '\u0007');
    }

    [Fact]
    public async Task A_disk_that_cannot_be_written_is_unknown()
    {
        _host = _host! with { MeasureDiskAsync = (_, _) => throw new UnauthorizedAccessException("Access is denied.") };
        Assert.Equal(0, await RunAsync());
        Assert.Contains("-  How fast the disk is:", _process.Out.ToString());
        Assert.Contains("Do these first\n  Nothing: of what is known, nothing stands in the way.\n", _process.Out.ToString());
    }

    [Theory]
    [InlineData("is not an FTP address", "http://h/f")]
    [InlineData("missing does not exist", "--folder", "missing")]
    [InlineData("There is no profile \"fast\".", "--profile", "fast")]
    [InlineData("The profile desktop-wan is for Windows 10 and 11", "--profile", "desktop-wan")]
    [InlineData("--bandwidth: \"fast\" is not the speed of a line", "--bandwidth", "fast")]
    [InlineData("name the zip to write with --bundle", "--log", "x.log")]
    [InlineData("leave out --json", "--bundle", "x.zip", "--json")]
    [InlineData("there.zip exists, and a bundle replaces nothing", "--bundle", "there.zip")]
    [InlineData("Unrecognized command or argument", "ftp://h/", "ftp://i/")]
    public async Task Wrong_words_are_one_sentence_and_nothing_is_measured(string part, params string[] words)
    {
        _process.Write("there.zip", "mine");
        _host = _host! with { MeasureDiskAsync = (_, _) => throw new InvalidOperationException("Nothing was to be measured.") };
        Assert.Equal(2, await RunAsync(words));
        Assert.Contains(part, _process.Err.ToString());
        Assert.Equal("", _process.Out.ToString());
    }

    [Fact]
    public async Task Elsewhere_than_on_Windows_and_Linux_nothing_is_known()
    {
        _host = null;
        Assert.Equal(2, await RunAsync());
        Assert.Contains("ftpx doctor knows Windows and Linux, and this is neither.", _process.Err.ToString());
    }

    [Theory]
    [InlineData("10G", 10_000_000_000)]
    [InlineData("2.5Gbit/s", 2_500_000_000)]
    [InlineData("800m", 800_000_000)]
    [InlineData("64000", 64_000)]
    public void Lines_are_sold_in_decimal_bits(string text, long bits) => Assert.Equal(bits, LineSpeed.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("G")]
    [InlineData("-1G")]
    [InlineData("999")]
    [InlineData("11T")]
    [InlineData("1e9")]
    [InlineData("1111111111111111G")]
    public void What_is_no_speed_is_refused(string text) => Assert.Throws<UsageException>(() => LineSpeed.Parse(text));

    [Fact]
    public async Task A_line_that_is_named_is_reckoned_with_in_place_of_the_link()
    {
        Assert.Equal(0, await RunAsync("--bandwidth", "800M"));
        Assert.Contains("with a\n               link of 800 Mbit/s.", _process.Out.ToString());
        Assert.Contains("to fill 800 Mbit/s", _process.Out.ToString());
        Assert.Contains("  profile      server-wan, because", _process.Out.ToString());
    }

    [Fact]
    public async Task A_profile_that_is_named_is_held_against()
    {
        Assert.Equal(0, await RunAsync("--profile", "conservative"));
        Assert.Contains("  profile      conservative, because it was named with --profile.", _process.Out.ToString());
        Assert.Contains("ftpx tune diff\n               conservative)", _process.Out.ToString());
    }

    [Fact]
    public async Task Ctrl_C_stops_it_without_a_page()
    {
        _host = _host! with
        {
            MeasureDiskAsync = (_, token) =>
            {
                _process.Stop!.Press();
                token.ThrowIfCancellationRequested();
                return null!;
            },
        };
        Assert.Equal((130, ""), (await RunAsync(), _process.Out.ToString()));
    }

    [Fact]
    public async Task Json_is_one_object_a_line()
    {
        _host = DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path());
        Assert.Equal(0, await RunAsync("ftp://ftp.example.org/", "--json"));
        var lines = _process.Out.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).ToList();
        Assert.Equal(
            ["doctor_host", "doctor_adapter", "doctor_path", "doctor_disk", "doctor_window", "doctor_advice", "doctor_found"],
            lines.Select(line => line.GetProperty("type").GetString()).Distinct());
        var first = lines.First(line => line.GetProperty("type").GetString() == "doctor_advice");
        Assert.Equal((1, "tcp.autotuning", "ftpx tune apply desktop-wan"), (first.GetProperty("rank").GetInt32(), first.GetProperty("id").GetString(), first.GetProperty("command").GetString()));
        var window = lines.Single(line => line.GetProperty("type").GetString() == "doctor_window");
        Assert.Equal((0.2, 1_048_560, 24), (window.GetProperty("round_trip_seconds").GetDouble(), window.GetProperty("stream_window").GetInt64(), window.GetProperty("least_streams").GetInt64()));
    }

    private async Task<int> RunAsync(params string[] words)
    {
        var verbs = new Verbs(_ => throw new InvalidOperationException(), _ => throw new InvalidOperationException(), _ => throw new InvalidOperationException())
        {
            Doctor = options => new DoctorRunner(_process.Value, () => _host, new SupportBundle(_process.Value).WriteAsync).RunAsync(options),
        };
        return await FtpxCommand.RunAsync(["doctor", .. words], _process.Value, verbs);
    }
}
