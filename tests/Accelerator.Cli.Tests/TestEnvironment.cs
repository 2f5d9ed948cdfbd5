namespace Accelerator.Cli.Tests;

/// <summary>A simulated process environment for the commands under test.</summary>
internal sealed class TestEnvironment : IDisposable
{
    private readonly TempFolder _folder = new();

    public StringWriter Out { get; } = new() { NewLine = "\n" };

    public StringWriter Err { get; } = new() { NewLine = "\n" };

    public Dictionary<string, string> Variables { get; } = new() { ["PATH"] = Environment.GetEnvironmentVariable("PATH")! };

    public FakeTime Time { get; } = new();

    public List<string> Prompts { get; } = [];

    public List<int> Exits { get; } = [];

    public string StandardInput { get; set; } = "";

    public string? Typed { get; set; }

    public bool InIsTerminal { get; set; }

    public bool ErrIsTerminal { get; set; }

    public bool IsWindows { get; set; }

    public IAnsiConsole? Terminal { get; set; }

    public StopSwitch? Stop { get; private set; }

    public string Folder => _folder.Path;

    public ProcessEnvironment Value => new()
    {
        Out = Out,
        Err = Err,
        OpenIn = () => new StringReader(StandardInput),
        InIsTerminal = InIsTerminal,
        ErrIsTerminal = ErrIsTerminal,
        OpenTerminal = () => Terminal,
        OpenOutTerminal = () => null,
        ReadPassword = prompt =>
        {
            Prompts.Add(prompt);
            return Typed;
        },
        Variable = name => Variables.GetValueOrDefault(name),
        Folder = _folder.Path,
        ListenForStop = stop =>
        {
            Stop = stop;
            return new StringReader("");
        },
        ExitNow = Exits.Add,
        IsWindows = IsWindows,
        Time = Time,
        Interfaces = () => [Of("eth0", "192.0.2.7"), Of("eth1", "198.51.100.7"), Of("eth2", "203.0.113.7") with { IsUp = false }],
    };

    public string Write(string name, string text)
    {
        var path = _folder.File(name);
        File.WriteAllText(path, text);
        return path;
    }

    public void Dispose() => _folder.Dispose();

    private static LocalInterface Of(string name, string address) => new(name, true, [IPAddress.Parse(address)]);
}
