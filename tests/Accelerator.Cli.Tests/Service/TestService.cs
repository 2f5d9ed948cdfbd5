namespace Accelerator.Cli.Tests.Service;

/// <summary>A list of services in memory, which does what it is asked at its next look.</summary>
internal sealed class TestService : IServiceControl
{
    public ServiceReport? Report { get; set; }

    public ServiceInstallation? Installed { get; private set; }

    public List<string> Calls { get; } = [];

    /// <summary>The exit code with which it ends instead of running; 0 for running.</summary>
    public int EndsWith { get; set; }

    /// <summary>Thrown by whatever changes anything.</summary>
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

    public void Ask(ServiceQuestion question)
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
