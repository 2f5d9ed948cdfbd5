namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The environment of a service that is killed: its job file, and the places where its manifests and commands write.</summary>
internal sealed class CrashFixture : ServiceFixture
{
    public const string ManifestName = "manifest.jsonl";
    public const string CommandsName = "commands.txt";

    // The rate of each data connection: a file of 6 MiB lasts for two kills.
    private const long BytesPerSecond = 3 << 20;

    /// <param name="root">Empty; everything lies there.</param>
    /// <param name="ledger">The value of <c>ledger</c> in the job file.</param>
    public CrashFixture(string root, string ledger)
        : base(root, LoopbackServer.Start(new LoopbackOptions { KeepTrace = false, Shaping = new LinkShape { BytesPerSecond = BytesPerSecond } }))
    {
        var witnesses = Directory.CreateDirectory(Path.Combine(root, "witnesses")).FullName;
        (Manifest, Commands) = (Path.Combine(witnesses, ManifestName), Path.Combine(witnesses, CommandsName));
        string[] folders = ["passes", "orbits/a", "orbits/b", "marked"];
        foreach (var folder in folders) Server.Files.AddDirectory("/" + folder);
        WriteJobs(ledger);
        Watch(folders, Data, witnesses);
    }

    public string Manifest { get; }

    public string Commands { get; }

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
