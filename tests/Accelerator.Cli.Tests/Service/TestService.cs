namespace Accelerator.Cli.Tests.Service;

/// <summary>A service manager in memory that performs a request at the next poll of the state.</summary>
internal sealed class TestService : IServiceControl
{
    public ServiceReport? Report { get; set; }

    public ServiceInstallation? Installed { get; private set; }

    public List<string> Calls { get; } = [];

    /// <summary>The exit code with which the service ends at its start; 0 if it keeps running.</summary>
    public int EndsWith { get; set; }

    /// <summary>The exception that every changing operation throws; null for none.</summary>
    public ServiceControlException? Refusal { get; set; }

    public IReadOnlyList<string> Missing { get; set; } = [];

    public ServiceReport? Read() => Report;

    public IReadOnlyList<string> Install(ServiceInstallation wanted) => LayDown("install", wanted);

    public IReadOnlyList<string> Configure(ServiceInstallation wanted) => LayDown("configure", wanted);

    public void Uninstall()
    {
        Note("uninstall");
        Report = null;
    }

    public void Start()
    {
        Note("start");
        Become(EndsWith == 0 ? ServiceRunState.Running : ServiceRunState.Stopped, EndsWith);
    }

    public void SendControl(ServiceQuestion question)
    {
        Note(question.ToString().ToLowerInvariant());
        Become(question switch { ServiceQuestion.Stop => ServiceRunState.Stopped, ServiceQuestion.Pause => ServiceRunState.Paused, _ => ServiceRunState.Running }, 0);
    }

    private IReadOnlyList<string> LayDown(string call, ServiceInstallation wanted)
    {
        Note(call);
        Installed = wanted;
        Report = new ServiceReport(Report?.State ?? ServiceRunState.Stopped, 0, 0, IsOwnExitCode: false, wanted.CommandLine, wanted.Account, wanted.Start);
        return Missing;
    }

    private void Become(ServiceRunState state, int exitCode) => Report = Report! with { State = state, ExitCode = exitCode, IsOwnExitCode = exitCode != 0 };

    private void Note(string call)
    {
        Calls.Add(call);
        if (Refusal is not null) throw Refusal;
    }
}
