namespace Accelerator.Cli.Tests;

/// <summary>A simulated process for a test class, the commands run in it, and their output.</summary>
public abstract class CommandLineFixture : IDisposable
{
    /// <summary>
    /// The time limit of a wait that would never end. It is not a limit of the product, and long enough that a busy machine does not fail a
    /// test.
    /// </summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private protected TestEnvironment Process { get; } = new();

    /// <summary>The same process with the real clock, for commands that connect to a server.</summary>
    private protected ProcessEnvironment RealTime => Process.Value with { Time = TimeProvider.System };

    /// <summary>All commands of the program, for tests of their descriptions.</summary>
    internal static IReadOnlyList<Command> Commands { get; } = AllCommands();

    protected string Out => Process.Out.ToString();

    protected string Err => Process.Err.ToString();

    protected string[] OutLines => Out.TrimEnd().Split('\n');

    protected string[] ErrLines => Err.TrimEnd().Split('\n');

    /// <summary>The lines of standard output, parsed as JSON.</summary>
    private protected List<JsonElement> JsonOut => [.. Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];

    public virtual void Dispose()
    {
        Process.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Returns the option table of a command.</summary>
    internal static IReadOnlyList<OptionRow> RowsOf(string command) => Commands.OfType<VerbCommand>().Single(verb => verb.Name == command).Rows;

    /// <summary>Returns the full path of a name in the current folder.</summary>
    protected string PathOf(params string[] names) => Path.Combine([Process.Folder, .. names]);

    /// <summary>Reads the text of a file in the current folder.</summary>
    protected Task<string> ReadAsync(params string[] names) => File.ReadAllTextAsync(PathOf(names));

    /// <summary>Returns the standard output since the last call.</summary>
    protected string TakeOut()
    {
        var text = Out;
        Process.Out.GetStringBuilder().Clear();
        return text;
    }

    /// <summary>Asserts the complete standard output. Line ends are ignored, because the checkout may have others.</summary>
    protected void AssertOut(string expected) => Assert.Equal(expected, Out, ignoreLineEndingDifferences: true);

    /// <summary>Asserts the complete standard error.</summary>
    protected void AssertErr(string expected) => Assert.Equal(expected, Err, ignoreLineEndingDifferences: true);

    /// <summary>
    /// Asserts that standard output is the text file of this name in the folder Pages, followed by <paramref name="end"/>. <c>{folder}</c>
    /// stands for the current folder.
    /// </summary>
    protected void AssertPage(string name, string end = "") =>
        Assert.Equal(string.Join('\n', PageText(name)).Replace("{folder}/", Process.Folder + Path.DirectorySeparatorChar) + "\n" + end, Out);

    /// <summary>Reads the lines of a text file in the folder Pages.</summary>
    internal static string[] PageText(string name) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Pages", name + ".txt")).ReplaceLineEndings("\n").TrimEnd().Split('\n');

    /// <summary>Asserts the names of all entries in the current folder, in ordinal order.</summary>
    protected void AssertFiles(params string[] names) => Assert.Equal(names, Directory.GetFileSystemEntries(Process.Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));

    /// <summary>Returns the commands of a process, with these replacing its own.</summary>
    internal static IReadOnlyList<Command> CommandsOf(ProcessEnvironment process, params Command[] others) =>
        [.. FtpxCommand.Commands(process).Select(own => others.FirstOrDefault(other => other.Name == own.Name) ?? own)];

    /// <summary>Runs the arguments in this process; <paramref name="command"/> replaces the program's own command.</summary>
    private protected Task<int> FtpxAsync(string[] words, Command? command = null, ProcessEnvironment? process = null)
    {
        var environment = process ?? Process.Value;
        return FtpxCommand.RunAsync(words, environment, CommandsOf(environment, command is null ? [] : [command]));
    }

    /// <summary>Returns the type of each line of JSON on standard output.</summary>
    protected IEnumerable<string?> JsonTypes() => JsonOut.Select(line => line.GetProperty("type").GetString());

    private static IReadOnlyList<Command> AllCommands()
    {
        using var process = new TestEnvironment();
        return FtpxCommand.Commands(process.Value);
    }
}
