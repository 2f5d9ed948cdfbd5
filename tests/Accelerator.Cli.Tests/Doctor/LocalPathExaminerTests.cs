namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Local paths of this computer to a server on it, with simulated routes.</summary>
public sealed class LocalPathExaminerTests : LoopbackFixture
{
    private readonly List<string> _asked = [];
    private long _speed = 1_000_000_000;

    [Fact]
    public async Task Each_local_path_is_a_connection_from_its_address_and_a_query_for_its_route()
    {
        var paths = await Examiner("127.0.0.1 from 127.0.0.5 dev dummy0 table 101").ExamineAsync(
            new ExaminedServer(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), null), [LocalPath.Of(IPAddress.Parse("127.0.0.5")), LocalPath.Of(IPAddress.Parse("127.0.0.6"))], CancellationToken.None);
        Assert.All(paths, path => Assert.True(path is { Failure: null, RoundTrip.Ticks: > 0 }));
        Assert.Equal(["127.0.0.5", "127.0.0.6"], paths.Select(path => path.Local!.ToString()));
        Assert.Equal(("dummy0", 1_000_000_000L, "127.0.0.9"), (paths[0].Interface, paths[0].BitsPerSecond!.Value, paths[0].Gateway!.ToString()));
        Assert.Equal(("dummy0", "dummy0"), (paths[0].LeavesBy, paths[1].LeavesBy));
        Assert.Equal(2, Server.Log.ControlConnectionsOpened);
        Assert.Contains("-4 -o route get 127.0.0.1 from 127.0.0.5", _asked);

        // Without the program that prints routes, the route is unknown.
        var path = Assert.Single(await Examiner(null).ExamineAsync(new ExaminedServer(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), null), [LocalPath.Of(IPAddress.Loopback)], CancellationToken.None));
        Assert.Null(path.Route);
        Assert.Null(path.Failure);
    }

    [Fact]
    public async Task A_speed_that_the_system_does_not_report_is_unknown()
    {
        _speed = 0;
        var path = Assert.Single(await Examiner(null).ExamineAsync(new ExaminedServer(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), null), [LocalPath.Of(IPAddress.Parse("127.0.0.5"))], CancellationToken.None));
        Assert.Equal(("dummy0", null), (path.Interface, path.BitsPerSecond));
    }

    [Fact]
    public async Task A_local_path_that_carries_nothing_is_a_finding_with_its_route()
    {
        using var port = new ClosedPort();
        var path = Assert.Single(await Examiner("127.0.0.1 from 127.0.0.5 via 192.0.2.1 dev eth9").ExamineAsync(
            new ExaminedServer(new FtpEndpoint("127.0.0.1", port.Number, FtpSecurity.None), null), [LocalPath.Of(IPAddress.Parse("127.0.0.5"))], CancellationToken.None));
        Assert.StartsWith($"The connection from 127.0.0.5 to 127.0.0.1:{port.Number} failed", path.Failure, StringComparison.Ordinal);
        Assert.Equal((null, "eth9", "dummy0"), (path.RoundTrip, path.LeavesBy, path.Interface));
    }

    [Fact]
    public async Task The_page_has_a_row_for_each_local_path_and_the_commands_as_they_are_to_be_copied()
    {
        var host = DoctorSamples.Host(DoctorSamples.Linux(), DoctorSamples.Path()) with { ExamineLocalPathsAsync = Examiner("127.0.0.1 from 127.0.0.5 via 192.0.2.1 dev eth9").ExamineAsync };
        Assert.Equal(0, await RunAsync(host, Server.UrlOf("/f"), "--bind", "127.0.0.5,127.0.0.6"));
        Assert.Contains("\nLocal paths to ftp.example.org:21\n", Out, StringComparison.Ordinal);
        Assert.Contains("\n     ip route add default via 127.0.0.9 dev dummy0 table 101\n     ip rule add from 127.0.0.5 table 101\n", Out, StringComparison.Ordinal);
        Assert.Contains("ftpx: note: Connecting over 2 local paths, for at most 3 s each.\n", Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task If_no_local_path_works_the_exit_code_reports_a_network_failure()
    {
        using var port = new ClosedPort();
        var host = DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path()) with { ExamineLocalPathsAsync = Examiner(null).ExamineAsync };
        Assert.Equal(5, await RunAsync(host, $"ftp://127.0.0.1:{port.Number}/", "--bind", "127.0.0.5"));
    }

    [Theory]
    [InlineData("--bind needs a server, for example: ftpx doctor ftp://host/ --bind eth1", "--bind", "eth0")]
    [InlineData("--bind: eth0 is listed twice; list it once.", "ftp://h/", "--bind", "eth0,eth0")]
    public async Task Invalid_arguments_give_one_message(string sentence, params string[] words) =>
        Assert.Equal((2, $"ftpx: error: {sentence}\n"), (await RunAsync(DoctorSamples.Host(DoctorSamples.Server()), words), Err));

    private LocalPathExaminer Examiner(string? route) => new(
        TimeProvider.System,
        () => [new LocalInterface("dummy0", true, [IPAddress.Parse("127.0.0.5")]) { Gateway = IPAddress.Parse("127.0.0.9") }],
        () => [new LinkFacts("1", "dummy0", 1) { BitsPerSecond = _speed }],
        (words, _) =>
        {
            lock (_asked) _asked.Add(string.Join(' ', words));
            return Task.FromResult(route is null ? null : words.Contains("get") ? route : "");
        });

    private Task<int> RunAsync(DoctorHost host, params string[] words) => FtpxAsync(
        ["doctor", .. words], new DoctorCommand(new DoctorRunner(RealTime, () => host, (_, _, _, _, _) => throw new InvalidOperationException()).RunAsync));
}
