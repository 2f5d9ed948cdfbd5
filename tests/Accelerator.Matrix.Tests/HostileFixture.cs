using Accelerator.Engine.Journals;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// One command line of ftpx, whole, against a server that means harm. It works three folders below one that is watched, so that whatever climbs
/// out of its folder is seen; a canary lies beside it; and everything that the run has written, on the screen or in a file, can be searched.
/// </summary>
internal sealed class HostileFixture : CaseFixture
{
    private const string Precious = "nobody has touched this";

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

    /// <summary>A file that no run has any business with.</summary>
    public string Canary => Path.Combine(Process.Folder, "canary", "precious");

    /// <summary>What was fetched, by its path below <see cref="Into"/>, without this program's own files.</summary>
    public IReadOnlyDictionary<string, string> Here =>
        (from path in Directory.EnumerateFiles(Into, "*", SearchOption.AllDirectories)
         let name = Path.GetRelativePath(Into, path)
         where !name.StartsWith(".ftpx-mirror", StringComparison.Ordinal)
         select (name, path)).ToDictionary(file => file.name, file => File.ReadAllText(file.path));

    /// <summary>Everything that the run has written for people or programs to read, without the fetched files.</summary>
    public string Written => string.Join('\n', Directory.EnumerateFiles(Records).Select(File.ReadAllText).Append(Out).Append(Err));

    /// <summary>The arguments of every RETR, one char a byte.</summary>
    public IReadOnlyList<string> Retrieved => [.. Server.Log.Commands.Where(command => command.Verb == "RETR").Select(command => command.Argument).Distinct()];

    private string Records => Path.Combine(Process.Folder, "records");

    public string Local(string name) => Path.Combine(Into, name);

    /// <summary>Puts a text on the server, under a name in UTF-8.</summary>
    public void Serve(string path, string text) => Server.Files.AddText(LoopbackPath.FromUtf8(path), text);

    public Task GetAsync(string path, params string[] more) => RunAsync(["get", Server.UrlOf(LoopbackPath.FromUtf8(path)), "-o", Into, .. more]);

    public Task MirrorAsync(string path, params string[] more) => RunAsync(["mirror", Server.UrlOf(path), Into, "--streams", "2", .. more]);

    /// <summary>Fetches what is in a folder of the server, by a pattern: there the local names follow the rules of the system that the case names.</summary>
    public Task GetAllAsync(string path) => RunAsync("get", Server.UrlOf(path) + "/*", "-o", Into, "--streams", "2");

    public Task ListAsync(string path, params string[] more) => RunAsync(["ls", Server.UrlOf(path), .. more]);

    /// <summary>The options that make a run write all that it can write.</summary>
    public string[] Recorded(string verb)
    {
        string[] trace = ["--trace", Path.Combine(Records, $"trace-{verb}")];
        return verb == "ls" ? trace : [.. trace, "--log-file", Path.Combine(Records, $"log-{verb}.txt"), "--report", Path.Combine(Records, $"report-{verb}.html")];
    }

    /// <summary>Until the journal of a file vouches for so many bytes: what the server has sent is not yet here, on a busy machine none of it.</summary>
    public async Task KeepsAsync(string name, long bytes)
    {
        using var deadline = new CancellationTokenSource(Deadline / 2);
        while ((await ResumeJournal.ReadAsync(Local(name + ".part.journal"), deadline.Token)).State is not { } state || state.Proven.Concat(state.Unproven).Sum(range => range.Length) < bytes)
            await Task.Delay(TimeSpan.FromMilliseconds(20), deadline.Token);
    }

    /// <summary>The command ended with this code, and said this.</summary>
    public void AssertSaid(int exitCode, string sentence)
    {
        Check(ExitCode == exitCode, $"Exit code {ExitCode}, not {exitCode}.");
        Check(Written.Contains(sentence, StringComparison.Ordinal), $"It did not say \"{sentence}\".");
    }

    /// <summary>Nothing was made, changed or deleted but where the files go.</summary>
    public void AssertNothingOutside()
    {
        var found = Below(Process.Folder, "").Order(StringComparer.Ordinal).ToList();
        Check(found.SequenceEqual(Expected), $"Outside of the folder there is {string.Join(", ", found)}.");
        Check(File.ReadAllText(Canary) == Precious, "The canary was overwritten.");
    }

    /// <summary>These files are here, with what the server has of each, and no others.</summary>
    public void AssertHere(params (string Name, string Text)[] files)
    {
        var here = Here;
        Check(here.Count == files.Length, $"There are {string.Join(", ", here.Keys)}.");
        foreach (var (name, text) in files) Check(here.GetValueOrDefault(name) == text, $"{name} holds \"{here.GetValueOrDefault(name)}\", not \"{text}\".");
    }

    public void AssertNoConnection() => Check(Server.Log.ControlConnectionsOpened == 0, "A connection was opened.");

    // Links are not followed, and what a run may write is not looked into.
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
