namespace Accelerator.Cli.Tests.Service;

public sealed class ServiceRunnerTests : CommandLineFixture
{
    private readonly TestService _service = new();

    [Fact]
    public async Task A_service_is_installed_started_stopped_and_removed()
    {
        var program = Process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install"));
        Assert.Equal((program, null, null, @"NT SERVICE\ftpxd", ServiceStart.Delayed), (_service.Installed!.Executable, _service.Installed.Data, _service.Installed.Jobs, _service.Installed.Account, _service.Installed.Start));
        foreach (var verb in (string[])["start", "pause", "continue", "stop", "start", "uninstall"]) Assert.Equal((int)ExitCodes.Ok, await RunAsync(verb));
        Assert.Equal(["install", "start", "pause", "continue", "stop", "start", "stop", "uninstall"], _service.Calls);
        Assert.Contains("The service is paused.", Out);
        Assert.Empty(Err);
    }

    /// <summary>
    /// The installer relies on this: it may find an existing service, and one whose account has a password that an administrator typed in
    /// services.msc.
    /// </summary>
    [Fact]
    public async Task Changing_a_service_keeps_its_account_and_every_option_not_given()
    {
        Process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install", "--or-configure", "--data", "d", "--account", @"DOMAIN\ftpx$", "--start", "manual"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("configure", "--jobs", "j"));
        var installed = _service.Installed!;
        Assert.Equal((PathOf("d"), PathOf("j"), @"DOMAIN\ftpx$", ServiceStart.Manual), (installed.Data, installed.Jobs, installed.Account, installed.Start));

        _service.Report = _service.Report! with { Account = @".\kim" };
        var program = Process.Write("new.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install", "--or-configure", "--executable", "new.exe"));
        Assert.Equal(["install", "configure", "configure"], _service.Calls);
        installed = _service.Installed!;
        Assert.Equal((program, PathOf("d"), @".\kim", ServiceStart.Manual), (installed.Executable, installed.Data, installed.Account, installed.Start));
    }

    [Theory]
    [InlineData("install", "--account", @"DOMAIN\kim")]
    [InlineData("install", "--executable", "none.exe")]
    [InlineData("install", "--start", "soon")]
    [InlineData("install")]
    public async Task Impossible_settings_are_refused_and_nothing_is_changed(params string[] words)
    {
        if (words.Length > 1) Process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
        Assert.Empty(_service.Calls);
    }

    [Theory]
    [InlineData(ServiceControlFailure.Denied, 13)]
    [InlineData(ServiceControlFailure.NotInstalled, 14)]
    [InlineData(ServiceControlFailure.Installed, 1)]
    [InlineData(ServiceControlFailure.Refused, 1)]
    public async Task A_refusal_by_Windows_gives_one_message_and_an_exit_code(ServiceControlFailure kind, int exitCode)
    {
        _service.Refusal = new ServiceControlException(kind, "No.");
        Assert.Equal(exitCode, await RunAsync("start"));
        Assert.Equal("ftpx: error: No.\n", Err);
    }

    [Fact]
    public async Task Unsupported_service_settings_and_a_service_that_exits_at_start_are_reported()
    {
        Process.Write("ftpxd.exe", "");
        _service.Missing = ["This system does not know fewer privileges for a service."];
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install"));
        Assert.Equal("ftpx: warning: This system does not know fewer privileges for a service.\n", Err);
        _service.EndsWith = ServiceExits.Disk.Value;
        Assert.Equal((int)ExitCodes.Service, await RunAsync("start"));
        Assert.StartsWith("ftpx: error: The service ended with 10 (disk). The data folder cannot be created or used", ErrLines[1]);
    }

    [Theory]
    [InlineData("install", "installer/ftpxd.service")]
    [InlineData("install", "docs/installing.md")]
    [InlineData("configure", "docs/installing.md")]
    [InlineData("start", "systemctl start ftpxd")]
    [InlineData("stop", "systemctl stop ftpxd")]
    [InlineData("uninstall", "systemctl disable --now ftpxd")]
    public async Task On_Linux_the_error_refers_to_systemd_or_the_documentation(string verb, string how)
    {
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(isWindows: false, verb));
        Assert.Contains(how, Err);
    }

    [Theory]
    [InlineData(false, "systemctl status ftpxd")]
    [InlineData(true, "The service is not installed")]
    public async Task An_unanswering_service_gives_an_error_with_the_next_step(bool isWindows, string what)
    {
        Assert.Equal((int)ExitCodes.Service, await RunAsync(isWindows, "status"));
        Assert.StartsWith($"ftpx: error: The service with the data folder {Process.Folder} does not answer.\n", Err);
        Assert.Contains(what, Err);
        Assert.Equal((int)ExitCodes.Service, await RunAsync(isWindows, "status", "--json"));
        Assert.False(JsonOut[0].GetProperty("answers").GetBoolean());
        Assert.Equal(1, JsonOut[0].GetProperty("problems").GetArrayLength());
    }

    [Theory]
    [InlineData("pause")]
    [InlineData("continue")]
    [InlineData("reload")]
    [InlineData("alert-test")]
    public async Task Every_command_for_an_unanswering_service_gives_the_next_step(string verb)
    {
        Assert.Equal((int)ExitCodes.Service, await RunAsync(isWindows: false, verb, "--data", "none"));
        Assert.Contains("To start the installed service, run: systemctl start ftpxd.", ErrLines[^1]);
        Assert.Equal(2, ErrLines.Length);
    }

    [Fact]
    public async Task The_service_status_is_shown_with_control_characters_escaped()
    {
        await using var server = Serve(Status with
        {
            JobFile = "/d/\u001b[2Jjobs.json",
            Dashboard = "http://127.0.0.1:8321/", DashboardToken = "/d/\u001b[2Jdashboard.token", Problems = ["No \u001b[2Jfile."],
        });
        Assert.Equal((int)ExitCodes.Ok, await RunAsync(isWindows: false, "status"));
        AssertPage("service-status");
    }

    /// <summary>An unreachable server does not make a job file invalid.</summary>
    [Fact]
    public async Task A_reload_fails_only_for_errors_in_the_job_file()
    {
        var status = Status with { JobFile = "/d/\u001b[2Jjobs.json", Jobs = 1, Servers = 1, Problems = ["127.0.0.1 does not answer."] };
        await using (Serve(status))
        {
            Assert.Equal((int)ExitCodes.Ok, await RunAsync(isWindows: false, "reload"));
            Assert.Equal(("/d/\\x1B[2Jjobs.json is in effect: 1 job of 1 server.\n", ""), (Out, Err));
        }
        await using var server = Serve(status with { JobFileProblems = ["No \u001b[2Jfile."], Problems = ["No \u001b[2Jfile."] });
        Assert.Equal((int)ExitCodes.Failed, await RunAsync(isWindows: false, "reload"));
        Assert.Equal("ftpx: error: No \\x1B[2Jfile.\n", Err);
    }

    [Fact]
    public async Task A_test_alert_names_each_receiver_and_fails_if_one_refused()
    {
        AlertTestResult[] results = [new("the mail server m", null)];
        ControlVerb Verb() => new("alert.test", "", async (_, reply, token) =>
        {
            foreach (var result in results) await reply.SayAsync("result", result, ControlJson.Default.AlertTestResult, token);
        });
        await using var server = Serve(null, Verb());
        Assert.Equal((int)ExitCodes.Ok, await RunAsync(isWindows: false, "alert-test"));
        Assert.Equal(("The test message was sent to the mail server m.\n", ""), (Out, Err));
        results = [.. results, new("the webhook at h", "it answered 404")];
        Assert.Equal((int)ExitCodes.Failed, await RunAsync(isWindows: false, "alert-test"));
        Assert.Equal("ftpx: error: The test message could not be sent to the webhook at h: it answered 404. Correct \"alerts\" in the job file, then run this command again.\n", Err);
        results = [];
        Assert.Equal((int)ExitCodes.Failed, await RunAsync(isWindows: false, "alert-test"));
    }

    [Fact]
    public async Task A_secret_comes_from_the_terminal_or_standard_input_and_never_from_the_command_line()
    {
        var got = new List<(string, string)>();
        await using var server = Serve(null, new ControlVerb("credential.set", "", (request, _, _) =>
        {
            got.Add((request.Text("name"), request.Text("secret")));
            return Task.CompletedTask;
        }));
        (Process.InIsTerminal, Process.Typed) = (true, "typed \"x\"");
        Assert.Equal((int)ExitCodes.Ok, await CredentialAsync("set", "kim", "--service"));
        (Process.InIsTerminal, Process.StandardInput) = (false, "piped\nmore");
        Assert.Equal((int)ExitCodes.Ok, await CredentialAsync("set", "kim", "--service"));
        Assert.Equal([("kim", "typed \"x\""), ("kim", "piped")], got);
        foreach (var words in (string[][])[["set", "kim", "secret", "--service"], ["set", "kim"], ["set", "a/b", "--service"]]) Assert.Equal((int)ExitCodes.Usage, await CredentialAsync(words));
        Process.StandardInput = "";
        Assert.Equal((int)ExitCodes.Usage, await CredentialAsync("set", "kim", "--service"));
        Assert.Equal(2, got.Count);
        Assert.DoesNotContain("typed", Out + Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_password_is_prompted_for_if_the_service_does_not_answer()
    {
        (Process.InIsTerminal, Process.Typed) = (true, "x");
        Assert.Equal((int)ExitCodes.Service, await CredentialAsync("set", "kim", "--service"));
        Assert.Empty(Process.Prompts);
        Assert.Contains("systemctl status ftpxd", ErrLines[^1]);
    }

    private static ServiceStatus Status => new()
    {
        Version = "1", ProcessId = 5, StartedAt = DateTimeOffset.UnixEpoch, State = "running", Data = "/d", Logs = "/d/logs", JobFile = "/d/jobs.json", Problems = [],
    };

    private ServedControl Serve(ServiceStatus? status, params ControlVerb[] more)
    {
        Task SayAsync(ControlRequest request, ControlReply reply, CancellationToken token) => reply.SayAsync("status", status ?? Status, ControlJson.Default.ServiceStatus, token);
        return new ServedControl(Process.Folder, [new ControlVerb("status", "", SayAsync), new ControlVerb("reload", "", SayAsync), .. more]);
    }

    private Task<int> RunAsync(params string[] words) => RunAsync(isWindows: true, words);

    private Task<int> RunAsync(bool isWindows, params string[] words) =>
        FtpxAsync(["service", .. words], new ServiceCommand(new ServiceRunner(Process.Value, Host(isWindows)).RunAsync));

    private Task<int> CredentialAsync(params string[] words) =>
        FtpxAsync(["credential", .. words], new CredentialCommand(new CredentialRunner(Process.Value, Host(isWindows: false)).RunAsync));

    private ServiceHost Host(bool isWindows) => new(isWindows ? _service : null, Process.Folder, PathOf("ftpxd.exe"));
}
