namespace Accelerator.Cli.Tests.Serve;

/// <summary><c>ftpx serve</c> with <c>ftpx get</c> and <c>ftpx ls</c> as clients in the same process.</summary>
public sealed class ServeRunnerTests : CommandLineFixture
{
    private const string Name = "pass 1.bin";

    private readonly TestEnvironment _client = new();
    private readonly LineWriter _out = new();

    public ServeRunnerTests() => Process.Write(Name, "0123456789");

    public override void Dispose()
    {
        _client.Dispose();
        _out.Dispose();
        base.Dispose();
    }

    [Fact]
    public async Task A_folder_is_served_until_Ctrl_C_with_a_line_for_each_session_and_transfer()
    {
        var run = RunAsync(new ServeOptions { Folder = ".", Port = 0 });
        var opening = Regex.Match(await _out.NextAsync(), "^Serving (.*), read only, at (ftp://127.0.0.1:[0-9]+/) for all users on this computer. Press Ctrl-C to stop.$");
        Assert.Equal(Process.Folder, opening.Groups[1].Value);
        var url = opening.Groups[2].Value;
        var example = await _out.NextAsync();
        Assert.Equal($"Try: ftpx get {url}pass%201.bin", example);

        // The printed example is run unchanged.
        Assert.Equal((0, ""), await ClientAsync([.. example["Try: ftpx ".Length..].Split(' '), "--quiet", "--streams", "1"]));
        Assert.Equal("0123456789", await File.ReadAllTextAsync(Path.Combine(_client.Folder, Name)));
        Assert.Matches("^[0-9]{2}:[0-9]{2}:[0-9]{2} session 1 from 127.0.0.1:[0-9]+: logged in as anonymous$", await _out.NextAsync(" from "));
        Assert.Matches("^[0-9:]{8} session [12]: /pass 1.bin: 10 B", await _out.NextAsync("/pass 1.bin"));
        await StopAsync(run);
        Assert.Matches("^Served [12] sessions? and 1 transfer, 10 B, in [0-9.]+ s.$", await _out.NextAsync("Served"));
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task Json_is_one_object_a_line()
    {
        var run = RunAsync(new ServeOptions { Folder = Process.Folder, Port = 0, Json = true, Rate = 1 << 20 });
        var opening = JsonDocument.Parse(await _out.NextAsync()).RootElement;
        Assert.Equal(1 << 20, opening.GetProperty("bytes_per_second").GetInt64());
        Assert.Equal((0, ""), await ClientAsync("ls", opening.GetProperty("url").GetString()!));
        var session = JsonDocument.Parse(await _out.NextAsync()).RootElement;
        Assert.Equal(("accepted", "anonymous"), (session.GetProperty("outcome").GetString(), session.GetProperty("user").GetString()));
        var transfer = JsonDocument.Parse(await _out.NextAsync("serve_transfer")).RootElement;
        Assert.Equal(("/", "complete"), (transfer.GetProperty("path").GetString(), transfer.GetProperty("ending").GetString()));
        await StopAsync(run);
        Assert.Equal(0, JsonDocument.Parse(await _out.NextAsync("serve_result")).RootElement.GetProperty("transfers").GetInt32());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_user_needs_the_password_of_the_environment_or_the_one_that_was_typed(bool isTyped)
    {
        if (isTyped) (Process.InIsTerminal, Process.Typed) = (true, "비밀 1");
        else Process.Variables["FTPX_PASSWORD"] = "비밀 1";
        var run = RunAsync(new ServeOptions { Folder = ".", Port = 0, User = "kim" });
        var opening = await _out.NextAsync();
        Assert.EndsWith(" for kim on this computer. Press Ctrl-C to stop.", opening, StringComparison.Ordinal);
        var example = (await _out.NextAsync())["Try: ftpx ".Length..].Split(' ');
        Assert.Equal(isTyped ? ["Password for kim: "] : [], Process.Prompts);

        _client.Variables["FTPX_PASSWORD"] = "wrong";
        Assert.Equal(4, (await ClientAsync([.. example, "--quiet", "--streams", "1"])).ExitCode);
        Assert.Contains(": login failed for kim", await _out.NextAsync(" from "), StringComparison.Ordinal);
        _client.Variables["FTPX_PASSWORD"] = "비밀 1";
        Assert.Equal(0, (await ClientAsync([.. example, "--quiet", "--streams", "1"])).ExitCode);
        await StopAsync(run);
    }

    [Fact]
    public async Task A_server_reachable_by_other_computers_gives_a_warning_and_an_empty_folder_gets_an_ls_example()
    {
        Directory.CreateDirectory(PathOf("empty"));
        var run = RunAsync(new ServeOptions { Folder = "empty", Port = 0, Bind = IPAddress.Any });
        Assert.Matches("^Serving .*, read only, at ftp://127.0.0.1:[0-9]+/ for all users. Press Ctrl-C to stop.$", await _out.NextAsync());
        Assert.StartsWith("Try: ftpx ls ftp://127.0.0.1:", await _out.NextAsync(), StringComparison.Ordinal);
        await StopAsync(run);
        Assert.Equal(
            $"ftpx: warning: Other computers can reach 0.0.0.0, and FTP is not encrypted: names and data are sent in clear text. Every computer on the network can read {PathOf("empty")}. To require a password, add --user NAME.\n", Err);
        Assert.Equal(
            "Other computers can reach 192.0.2.7, and FTP is not encrypted: the password and the data are sent in clear text.", ServeText.Warning(IPAddress.Parse("192.0.2.7"), "/srv", "kim"));
    }

    [Fact]
    public async Task Startup_problems_are_reported_before_anything_is_served()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        await RefusedAsync(
            $"Port {port} of 127.0.0.1 is in use by another program: choose another with --port, or use --port 0 for any free port.", new ServeOptions { Folder = ".", Port = port });
        await RefusedAsync("192.0.2.7 is not an address of this computer; choose another with --bind.", new ServeOptions { Folder = ".", Port = 0, Bind = IPAddress.Parse("192.0.2.7") });
        await RefusedAsync($"The folder {PathOf("none")} does not exist.", new ServeOptions { Folder = "none" });
        await RefusedAsync($"{Process.Write("file", "")} is a file; ftpx serve takes a folder.", new ServeOptions { Folder = "file" });
        await RefusedAsync("No password for kim: set FTPX_PASSWORD.", new ServeOptions { Folder = ".", User = "kim" });
        Process.InIsTerminal = true;
        await RefusedAsync("No password was typed.", new ServeOptions { Folder = ".", User = "kim" });
        Process.Typed = "a\nb";
        await RefusedAsync("The password contains a line end or NUL, which FTP cannot transmit.", new ServeOptions { Folder = ".", User = "kim" });
    }

    [Fact]
    public void Control_characters_from_a_client_are_escaped()
    {
        var login = new LoopbackEvent.Login(3, new IPEndPoint(IPAddress.Loopback, 5), "\u001b]0;x\u0007", IsAccepted: false);
        Assert.Equal(@"04:05:06 session 3 from 127.0.0.1:5: login failed for \x1B]0;x\x07", ServeText.Line(login, new DateTimeOffset(2026, 1, 2, 4, 5, 6, TimeSpan.Zero)));
        Assert.Equal(
            "04:05:06 session 4 from 127.0.0.1:6 refused: the server is full",
            ServeText.Line(new LoopbackEvent.SessionRefused(4, new IPEndPoint(IPAddress.Loopback, 6)), new DateTimeOffset(2026, 1, 2, 4, 5, 6, TimeSpan.Zero)));
    }

    [Fact]
    public async Task The_arguments_become_options()
    {
        using var serve = new OptionFixture<ServeOptions>(work => new ServeCommand(work));
        Assert.Equal(new ServeOptions { Folder = "D:", Port = 2121, MaxSessions = 100 }, await serve.ParseAsync("D:"));
        string[] words = ["D:", "--port", "0", "--bind", "0.0.0.0", "--user", "kim", "--rate", "8M", "--total-rate", "800Mbit", "--delay", "50ms", "--max-sessions", "3", "--json"];
        var options = new ServeOptions { Folder = "D:", Port = 0, Bind = IPAddress.Any, User = "kim", Rate = 8 << 20, TotalRate = 100_000_000, Delay = TimeSpan.FromMilliseconds(50), MaxSessions = 3, Json = true };
        Assert.Equal(options, await serve.ParseAsync(words));
    }

    private async Task RefusedAsync(string sentence, ServeOptions options) =>
        Assert.Equal(sentence, (await Assert.ThrowsAsync<UsageException>(() => new ServeRunner(RealTime with { Out = _out }).RunAsync(options))).Message);

    private async Task StopAsync(Task<int> run)
    {
        Process.Stop!.Press();
        Assert.Equal(0, await run.WaitAsync(Patience));
    }

    private Task<int> RunAsync(ServeOptions options) => new ServeRunner(RealTime with { Out = _out }).RunAsync(options);

    private async Task<(int ExitCode, string Error)> ClientAsync(params string[] words) =>
        (await FtpxAsync(words, process: _client.Value with { Time = TimeProvider.System }), _client.Err.ToString());
}
