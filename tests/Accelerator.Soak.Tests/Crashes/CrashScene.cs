using System.Text.Json;
using Accelerator.Jobs.Control;
using Accelerator.Loopback;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>A server with its files, the folders of a service, and the witnesses of what it does.</summary>
internal sealed class CrashScene : IAsyncDisposable
{
    public const string ManifestName = "manifest.jsonl";
    public const string CommandsName = "commands.txt";

    // Of each data connection: a file of 6 MiB lasts for two kills.
    private const long BytesPerSecond = 3 << 20;

    private readonly NameWatch _watch;

    /// <param name="root">Empty; all of it lies there.</param>
    /// <param name="ledger">What the job file says of the ledger.</param>
    public CrashScene(string root, string ledger)
    {
        Root = root;
        Data = Path.Combine(root, "data");
        PrivateFolder.Make(Data, account: null);
        Target = Directory.CreateDirectory(Path.Combine(root, "in")).FullName;
        var witnesses = Directory.CreateDirectory(Path.Combine(root, "witnesses")).FullName;
        (Manifest, Commands) = (Path.Combine(witnesses, ManifestName), Path.Combine(witnesses, CommandsName));
        // There beforehand, so that no name appears in a folder that nobody watches yet.
        List<string> folders = [.. new[] { "passes", "orbits/a", "orbits/b", "marked" }.Select(name => Directory.CreateDirectory(Path.Combine(Target, name)).FullName)];
        Server = LoopbackServer.Start(new LoopbackOptions { KeepTrace = false, Shaping = new LinkShape { BytesPerSecond = BytesPerSecond } });
        Store = new SourceStore(Server.Files, Target);
        foreach (var folder in (string[])["/passes", "/orbits/a", "/orbits/b", "/marked"]) Server.Files.AddDirectory(folder);
        Arrivals = new Arrivals(Store);
        WriteJobs(ledger);
        _watch = new NameWatch([Data, witnesses, .. folders], Tell);
    }

    public string Root { get; }

    public string Data { get; }

    public string Target { get; }

    public string Manifest { get; }

    public string Commands { get; }

    public LoopbackServer Server { get; }

    public SourceStore Store { get; }

    public Arrivals Arrivals { get; }

    /// <summary>Told of everything that happens to a name, on the watch's thread.</summary>
    public Action<string, uint>? OnName { get; set; }

    /// <summary>Throws what the witnesses have found.</summary>
    public void Check()
    {
        _watch.Check();
        Arrivals.Check();
    }

    /// <summary>What lies in the target that is no delivered file.</summary>
    public IReadOnlyList<string> Leftovers() => [.. Directory.EnumerateFiles(Target, "*", SearchOption.AllDirectories).Where(IsSideFile)];

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _watch.Dispose();
        await Arrivals.DisposeAsync();
        await Server.DisposeAsync();
    }

    private static bool IsSideFile(string path) => path.Contains(".part", StringComparison.Ordinal) || Path.GetFileName(path).StartsWith('.');

    private void Tell(string path, uint what)
    {
        OnName?.Invoke(path, what);
        // A file is to come by a rename; one that is made under its name is visible before it is whole.
        if (what is LinuxCalls.MovedTo or LinuxCalls.Created && path.StartsWith(Target, StringComparison.Ordinal) && !IsSideFile(path)) Arrivals.Tell(path);
    }

    private void WriteJobs(string ledger)
    {
        var address = $"ftp://pull@{Server.EndPoint}";
        string Of(string path) => JsonSerializer.Serialize(path);
        const string Common = """ "schedule": { "every": "1s" }, "retry": { "attempts": 1000, "first": "1s", "longest": "2s" } """;
        File.WriteAllText(Path.Combine(Data, "jobs.json"), $$"""
            {
              "servers": { "wide": { "address": "{{address}}", "sessions": 5 }, "narrow": { "address": "{{address}}", "sessions": 1 } },
              "ledger": {{ledger}},
              "least_free_space": "0",
              "jobs": {
                "passes": { "server": "wide", "folders": [ "/passes" ], "target": {{Of(Path.Combine(Target, "passes"))}}, "manifest": {{Of(Manifest)}}, "complete": { "looks": 2, "stable_for": "1s" }, {{Common}} },
                "orbits": { "server": "wide", "folders": [ "/orbits" ], "depth": 1, "streams": 3, "target": {{Of(Path.Combine(Target, "orbits"))}}, "manifest": {{Of(Manifest)}}, "complete": { "looks": 1, "stable_for": "0s" }, {{Common}} },
                "marked": {
                  "server": "narrow", "folders": [ "/marked" ], "include": [ "*.bin" ], "target": {{Of(Path.Combine(Target, "marked"))}}, "complete": { "looks": 1, "stable_for": "0s", "marker": "{name}.md5" },
                  "after": { "command": [ "/bin/sh", "-c", "echo \"$FTPX_EVENT_ID $(stat -c %s \"$1\")\" >> {{Commands}}", "sh", "{path}" ] }, {{Common}}
                }
              }
            }
            """);
    }
}
