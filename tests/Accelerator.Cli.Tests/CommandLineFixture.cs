namespace Accelerator.Cli.Tests;

/// <summary>A process made of strings for a test class, the commands run in it, and what they wrote.</summary>
public abstract class CommandLineFixture : IDisposable
{
    /// <summary>Ends a wait that would never end. It is long, because it is no bound of the product: a busy machine must not fail a test.</summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private protected TestEnvironment Process { get; } = new();

    /// <summary>The same process with the real clock, for commands that talk to a server.</summary>
    private protected ProcessEnvironment RealTime => Process.Value with { Time = TimeProvider.System };

    /// <summary>All commands of the program, for what is said about them.</summary>
    internal static IReadOnlyList<Command> Commands { get; } = AllCommands();

    protected string Out => Process.Out.ToString();

    protected string Err => Process.Err.ToString();

    protected string[] OutLines => Out.TrimEnd().Split('\n');

    protected string[] ErrLines => Err.TrimEnd().Split('\n');

    /// <summary>Each line of standard output, read as JSON.</summary>
    private protected List<JsonElement> JsonOut => [.. Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];

    public virtual void Dispose()
    {
        Process.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>The option table of a command.</summary>
    internal static IReadOnlyList<OptionRow> RowsOf(string command) => Commands.OfType<VerbCommand>().Single(verb => verb.Name == command).Rows;

    /// <summary>The full path of a name in the current folder.</summary>
    protected string PathOf(params string[] names) => Path.Combine([Process.Folder, .. names]);

    /// <summary>The text of a file in the current folder.</summary>
    protected Task<string> ReadAsync(params string[] names) => File.ReadAllTextAsync(PathOf(names));

    /// <summary>What was written to standard output since the last call.</summary>
    protected string TakeOut()
    {
        var text = Out;
        Process.Out.GetStringBuilder().Clear();
        return text;
    }

    /// <summary>Asserts all of standard output. The checkout may have another line end.</summary>
    protected void AssertOut(string expected) => Assert.Equal(expected, Out, ignoreLineEndingDifferences: true);

    /// <summary>Asserts all of standard error.</summary>
    protected void AssertErr(string expected) => Assert.Equal(expected, Err, ignoreLineEndingDifferences: true);

    /// <summary>Asserts that standard output is the text file of this name in the folder Pages, and this after it. <c>{folder}</c> stands for the current folder.</summary>
    protected void AssertPage(string name, string end = "") =>
        Assert.Equal(string.Join('\n', PageText(name)).Replace("{folder}/", Process.Folder + Path.DirectorySeparatorChar) + "\n" + end, Out);

    /// <summary>The lines of a text file in the folder Pages.</summary>
    internal static string[] PageText(string name) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Pages", name + ".txt")).ReplaceLineEndings("\n").TrimEnd().Split('\n');

    /// <summary>Asserts the names of what is in the current folder, in ordinal order.</summary>
    protected void AssertFiles(params string[] names) => Assert.Equal(names, Directory.GetFileSystemEntries(Process.Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));

    /// <summary>The commands of a process, these in place of its own.</summary>
    internal static IReadOnlyList<Command> CommandsOf(ProcessEnvironment process, params Command[] others) =>
        [.. FtpxCommand.Commands(process).Select(own => others.FirstOrDefault(other => other.Name == own.Name) ?? own)];

    /// <summary>Runs the words in this process; a command that is given stands in for the program's own.</summary>
    private protected Task<int> FtpxAsync(string[] words, Command? command = null, ProcessEnvironment? process = null)
    {
        var environment = process ?? Process.Value;
        return FtpxCommand.RunAsync(words, environment, CommandsOf(environment, command is null ? [] : [command]));
    }

    /// <summary>The type of each line of JSON on standard output.</summary>
    protected IEnumerable<string?> JsonTypes() => JsonOut.Select(line => line.GetProperty("type").GetString());

    private static IReadOnlyList<Command> AllCommands()
    {
        using var process = new TestEnvironment();
        return FtpxCommand.Commands(process.Value);
    }
}
