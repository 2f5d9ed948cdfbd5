using Accelerator.Engine.Journals;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// One complete command line of ftpx against a hostile server. The command works three folders below a watched one, so the fixture sees
/// every file written outside its folder. A canary file lies beside it, and all text output of the run, on the screen or in a file, can be
/// searched.
/// </summary>
internal sealed class HostileFixture : CaseFixture
{
    private const string Precious = "untouched";

    private const int Speed = 3;

    private static readonly string[] Expected = ["a", "a/b", "a/b/into", "canary", "canary/precious", "records"];

    public HostileFixture(LoopbackOptions options)
        : base(options, Speed)
    {
        foreach (var folder in (string[])[Into, Records, Path.GetDirectoryName(Canary)!]) Directory.CreateDirectory(folder);
        File.WriteAllText(Canary, Precious);
        Server.Files.AddDirectory("/pub");
    }

    public HostileFixture(params Fault[] faults)
        : this(new LoopbackOptions { Faults = FaultPlan.Of(faults) })
    {
    }

    public string Into => Path.Combine(Process.Folder, "a", "b", "into");

    /// <summary>A file that no run may access.</summary>
    public string Canary => Path.Combine(Process.Folder, "canary", "precious");

    /// <summary>The fetched files by path below <see cref="Into"/>, without this program's own files.</summary>
    public IReadOnlyDictionary<string, string> Here =>
        (from path in Directory.EnumerateFiles(Into, "*", SearchOption.AllDirectories)
         let name = Path.GetRelativePath(Into, path)
         where !name.StartsWith(".ftpx-mirror", StringComparison.Ordinal)
         select (name, path)).ToDictionary(file => file.name, file => File.ReadAllText(file.path));

    /// <summary>All output of the run for people or programs, without the fetched files.</summary>
    public string Written => string.Join('\n', Directory.EnumerateFiles(Records).Select(File.ReadAllText).Append(Out).Append(Err));

    /// <summary>The arguments of every RETR, one char a byte.</summary>
    public IReadOnlyList<string> Retrieved => [.. Server.Log.Commands.Where(command => command.Verb == "RETR").Select(command => command.Argument).Distinct()];

    private string Records => Path.Combine(Process.Folder, "records");

    public string Local(string name) => Path.Combine(Into, name);

    /// <summary>Creates a text file on the server, under a name in UTF-8.</summary>
    public void Serve(string path, string text) => Server.Files.AddText(LoopbackPath.FromUtf8(path), text);

    public Task GetAsync(string path, params string[] more) => RunAsync(["get", Server.UrlOf(LoopbackPath.FromUtf8(path)), "-o", Into, .. more]);

    public Task MirrorAsync(string path, params string[] more) => RunAsync(["mirror", Server.UrlOf(path), Into, "--streams", "2", .. more]);

    /// <summary>
    /// Fetches the content of a server folder by a pattern, so that local names follow the rules of the system that the case sets.
    /// </summary>
    public Task GetAllAsync(string path) => RunAsync("get", Server.UrlOf(path) + "/*", "-o", Into, "--streams", "2");

    public Task ListAsync(string path, params string[] more) => RunAsync(["ls", Server.UrlOf(path), .. more]);

    /// <summary>Returns the options that make a run write every output it has.</summary>
    public string[] Recorded(string verb)
    {
        string[] trace = ["--trace", Path.Combine(Records, $"trace-{verb}")];
        return verb == "ls" ? trace : [.. trace, "--log-file", Path.Combine(Records, $"log-{verb}.txt"), "--report", Path.Combine(Records, $"report-{verb}.html")];
    }

    /// <summary>
    /// Waits until the journal of a file records this many bytes: bytes that the server has sent may not have been stored, and on a busy
    /// machine none have.
    /// </summary>
    public async Task KeepsAsync(string name, long bytes)
    {
        using var deadline = new CancellationTokenSource(Deadline / 2);
        while ((await ResumeJournal.ReadAsync(Local(name + ".part.journal"), deadline.Token)).State is not { } state || state.Proven.Concat(state.Unproven).Sum(range => range.Length) < bytes)
            await Task.Delay(TimeSpan.FromMilliseconds(20), deadline.Token);
    }

    /// <summary>Asserts that the command ended with this exit code and printed this text.</summary>
    public void AssertSaid(int exitCode, string sentence)
    {
        Check(ExitCode == exitCode, $"Exit code {ExitCode}, not {exitCode}.");
        Check(Written.Contains(sentence, StringComparison.Ordinal), $"It did not say \"{sentence}\".");
    }

    /// <summary>Asserts that nothing was created, changed or deleted outside the target folder.</summary>
    public void AssertNothingOutside()
    {
        var found = Below(Process.Folder, "").Order(StringComparer.Ordinal).ToList();
        Check(found.SequenceEqual(Expected), $"Outside of the folder there is {string.Join(", ", found)}.");
        Check(File.ReadAllText(Canary) == Precious, "The canary was overwritten.");
    }

    /// <summary>Asserts that exactly these files exist, with the server's content of each.</summary>
    public void AssertHere(params (string Name, string Text)[] files)
    {
        var here = Here;
        Check(here.Count == files.Length, $"There are {string.Join(", ", here.Keys)}.");
        foreach (var (name, text) in files) Check(here.GetValueOrDefault(name) == text, $"{name} holds \"{here.GetValueOrDefault(name)}\", not \"{text}\".");
    }

    public void AssertNoConnection() => Check(Server.Log.ControlConnectionsOpened == 0, "A connection was opened.");

    // Links are not followed, and the run's own output files are not inspected.
    private IEnumerable<string> Below(string folder, string relative)
    {
        foreach (var path in Directory.EnumerateFileSystemEntries(folder))
        {
            var name = relative + Path.GetFileName(path);
            yield return name;
            if (!Directory.Exists(path) || new FileInfo(path).LinkTarget is not null || path == Into || path == Records) continue;
            foreach (var inner in Below(path, name + "/")) yield return inner;
        }
    }
}
