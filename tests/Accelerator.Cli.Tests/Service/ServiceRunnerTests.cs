using System.Text.Json;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Service;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Tests.Service;

public sealed class ServiceRunnerTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private readonly TestService _service = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task A_service_is_installed_started_stopped_and_taken_away()
    {
        var program = _process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install"));
        Assert.Equal((program, null, null, @"NT SERVICE\ftpxd", ServiceStart.Delayed), (_service.Installed!.Executable, _service.Installed.Data, _service.Installed.Jobs, _service.Installed.Account, _service.Installed.Start));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("start"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("pause"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("continue"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("stop"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("start"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("uninstall"));
        Assert.Equal(["install", "start", "pause", "continue", "stop", "start", "stop", "uninstall"], _service.Calls);
        Assert.Contains("The service is paused.", _process.Out.ToString());
        Assert.Empty(_process.Err.ToString());
    }

    [Fact]
    public async Task What_is_not_typed_stays_when_it_is_changed()
    {
        _process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install", "--data", "d", "--account", @"DOMAIN\ftpx$", "--start", "manual"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("configure", "--jobs", "j"));
        var installed = _service.Installed!;
        Assert.Equal((Path.Combine(_process.Folder, "d"), Path.Combine(_process.Folder, "j"), @"DOMAIN\ftpx$", ServiceStart.Manual), (installed.Data, installed.Jobs, installed.Account, installed.Start));
    }

    /// <summary>The installer says so: it may find a service, and one whose account has a password that an administrator has typed in services.msc.</summary>
    [Fact]
    public async Task A_service_that_is_there_already_is_changed_where_that_is_allowed_and_keeps_its_account()
    {
        _process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install", "--or-configure", "--data", "d", "--start", "manual"));
        _service.Report = _service.Report! with { Account = @".\kim" };
        var program = _process.Write("new.exe", "");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install", "--or-configure", "--executable", "new.exe"));
        Assert.Equal(["install", "configure"], _service.Calls);
        var installed = _service.Installed!;
        Assert.Equal((program, Path.Combine(_process.Folder, "d"), @".\kim", ServiceStart.Manual), (installed.Executable, installed.Data, installed.Account, installed.Start));
    }

    [Theory]
    [InlineData("install", "--account", @"DOMAIN\kim")]
    [InlineData("install", "--executable", "none.exe")]
    [InlineData("install", "--start", "soon")]
    [InlineData("install")]
    public async Task What_cannot_be_so_is_refused_and_nothing_is_changed(params string[] words)
    {
        if (words.Length > 1) _process.Write("ftpxd.exe", "");
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
        Assert.Empty(_service.Calls);
    }

    [Theory]
    [InlineData(ServiceControlFailure.Denied, 13)]
    [InlineData(ServiceControlFailure.NotInstalled, 14)]
    [InlineData(ServiceControlFailure.Installed, 1)]
    [InlineData(ServiceControlFailure.Refused, 1)]
    public async Task What_Windows_refuses_is_one_sentence_and_an_exit_code(ServiceControlFailure kind, int exitCode)
    {
        _service.Refusal = new ServiceControlException(kind, "No.");
        Assert.Equal(exitCode, await RunAsync("start"));
        Assert.Equal("ftpx: No.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_service_that_ends_while_it_starts_is_told_with_its_reason()
    {
        _process.Write("ftpxd.exe", "");
        await RunAsync("install");
        _service.EndsWith = ServiceExits.Disk.Value;
        Assert.Equal((int)ExitCodes.Service, await RunAsync("start"));
        Assert.StartsWith("ftpx: The service ended with 10 (disk). Its data folder cannot be made or used", _process.Err.ToString());
    }

    [Fact]
    public async Task What_this_system_cannot_lay_down_is_told()
    {
        _process.Write("ftpxd.exe", "");
        _service.Missing = ["This system does not know fewer privileges for a service."];
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("install"));
        Assert.Equal("ftpx: This system does not know fewer privileges for a service.\n", _process.Err.ToString());
    }

    [Theory]
    [InlineData("install", "installer/ftpxd.service")]
    [InlineData("start", "systemctl start ftpxd")]
    [InlineData("stop", "systemctl stop ftpxd")]
    [InlineData("uninstall", "systemctl disable --now ftpxd")]
    public async Task On_Linux_systemd_does_it_and_the_sentence_says_how(string verb, string how)
    {
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(isWindows: false, verb));
        Assert.Contains(how, _process.Err.ToString());
    }

    [Theory]
    [InlineData(false, "systemctl status ftpxd")]
    [InlineData(true, "The service is not installed")]
    public async Task Where_nothing_answers_it_says_what_to_do(bool isWindows, string what)
    {
        Assert.Equal((int)ExitCodes.Service, await RunAsync(isWindows, "status"));
        Assert.StartsWith($"ftpx: No service with the data folder {_process.Folder} answers.\n", _process.Err.ToString());
        Assert.Contains(what, _process.Err.ToString());
        Assert.Equal((int)ExitCodes.Service, await RunAsync(isWindows, "status", "--json"));
        var line = JsonDocument.Parse(_process.Out.ToString()).RootElement;
        Assert.False(line.GetProperty("answers").GetBoolean());
        Assert.Equal(1, line.GetProperty("problems").GetArrayLength());
    }

    [Fact]
    public async Task What_the_service_says_of_itself_is_shown_and_steers_no_terminal()
    {
        await using var server = Serve(new ServiceStatus
        {
            Version = "1", ProcessId = 5, StartedAt = DateTimeOffset.UnixEpoch, State = "running", Data = "/d", Logs = "/d/logs", JobFile = "/d/\u001b[2Jjobs.json",
            Dashboard = "http://127.0.0.1:8321/", DashboardToken = "/d/\u001b[2Jdashboard.token", Problems = ["No \u001b[2Jfile."],
        });
        Assert.Equal((int)ExitCodes.Ok, await RunAsync(isWindows: false, "status"));
        Assert.Equal(
            """
            ftpxd
            state      running
            version    1
            process    5
            since      1970-01-01 00:00:00 UTC
            data       /d
            logs       /d/logs
            job file   /d/\x1B[2Jjobs.json
            in force   nothing
            page       http://127.0.0.1:8321/
            its token  /d/\x1B[2Jdashboard.token
            No \x1B[2Jfile.

            """,
            _process.Out.ToString());
        Assert.Equal((int)ExitCodes.Failed, await RunAsync(isWindows: false, "reload"));
        Assert.Equal("ftpx: No \\x1B[2Jfile.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_secret_is_typed_or_read_and_never_a_word_of_the_command_line()
    {
        var got = new List<(string, string)>();
        await using var server = Serve(null, new ControlVerb("credential.set", "", (request, _, _) =>
        {
            got.Add((request.Text("name"), request.Text("secret")));
            return Task.CompletedTask;
        }));
        (_process.InIsTerminal, _process.Typed) = (true, "typed \"x\"");
        Assert.Equal((int)ExitCodes.Ok, await CredentialAsync("set", "kim", "--service"));
        (_process.InIsTerminal, _process.StandardInput) = (false, "piped\nmore");
        Assert.Equal((int)ExitCodes.Ok, await CredentialAsync("set", "kim", "--service"));
        Assert.Equal([("kim", "typed \"x\""), ("kim", "piped")], got);
        Assert.Equal((int)ExitCodes.Usage, await CredentialAsync("set", "kim", "secret", "--service"));
        Assert.Equal((int)ExitCodes.Usage, await CredentialAsync("set", "kim"));
        Assert.Equal((int)ExitCodes.Usage, await CredentialAsync("set", "a/b", "--service"));
        _process.StandardInput = "";
        Assert.Equal((int)ExitCodes.Usage, await CredentialAsync("set", "kim", "--service"));
        Assert.Equal(2, got.Count);
        Assert.DoesNotContain("typed", _process.Out.ToString() + _process.Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nobody_types_a_password_for_a_service_that_does_not_answer()
    {
        (_process.InIsTerminal, _process.Typed) = (true, "x");
        Assert.Equal((int)ExitCodes.Service, await CredentialAsync("set", "kim", "--service"));
        Assert.Empty(_process.Prompts);
    }

    private ServedControl Serve(ServiceStatus? status, params ControlVerb[] more)
    {
        status ??= new ServiceStatus { Version = "1", ProcessId = 5, StartedAt = DateTimeOffset.UnixEpoch, State = "running", Data = "/d", Logs = "/d/logs", JobFile = "/d/jobs.json", Problems = [] };
        Task SayAsync(ControlRequest request, ControlReply reply, CancellationToken token) => reply.SayAsync("status", status, ControlJson.Default.ServiceStatus, token);
        return new ServedControl(_process.Folder, [new ControlVerb("status", "", SayAsync), new ControlVerb("reload", "", SayAsync), .. more]);
    }

    private Task<int> RunAsync(params string[] words) => RunAsync(isWindows: true, words);

    private Task<int> RunAsync(bool isWindows, params string[] words) => FtpxCommand.RunAsync(["service", .. words], _process.Value, Verbs(isWindows));

    private Task<int> CredentialAsync(params string[] words) => FtpxCommand.RunAsync(["credential", .. words], _process.Value, Verbs(isWindows: false));

    private Verbs Verbs(bool isWindows)
    {
        var host = new ServiceHost(isWindows ? _service : null, _process.Folder, Path.Combine(_process.Folder, "ftpxd.exe"));
        return new Verbs(_ => throw new InvalidOperationException(), _ => throw new InvalidOperationException(), _ => throw new InvalidOperationException())
        {
            Service = options => new ServiceRunner(_process.Value, host).RunAsync(options),
            Credential = options => new CredentialRunner(_process.Value, host).RunAsync(options),
        };
    }
}
