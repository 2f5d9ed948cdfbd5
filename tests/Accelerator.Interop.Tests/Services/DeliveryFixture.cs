namespace Accelerator.Interop.Tests.Services;

/// <summary>One job of a service that fetches from one server, and its results.</summary>
internal sealed partial class DeliveryFixture(ServiceFixture service, FtpServerProcess server)
{
    private string Target => Path.Combine(service.Folder, "target");

    private string Manifest => Path.Combine(service.Folder, "manifest.jsonl");

    public string TargetOf(string name) => Path.Combine(Target, name);

    /// <summary>The visible names, in order; a manifest is none.</summary>
    public IReadOnlyList<string> Names() => [.. Directory.EnumerateFiles(Target).Select(path => Path.GetFileName(path)).Where(name => !name.Contains(".part", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    /// <summary>Starts the service and gives it a job that looks each second, takes what was the same for a second, and copies each file that it delivered.</summary>
    public async Task StartAsync()
    {
        await service.StartReadyAsync();
        var isKnown = server.User != "anonymous";
        if (isKnown) Assert.Equal(0, (await service.FtpxWithInputAsync(server.Password, "credential", "set", "pull", "--service")).ExitCode);
        await File.WriteAllTextAsync(service.Jobs, $$"""
            {
              "servers": { "s": { "address": "ftp://{{(isKnown ? server.User + "@" : "")}}127.0.0.1:{{server.Port}}", {{(isKnown ? "\"credential\": \"pull\", " : "")}}"sessions": 5 } },
              "dashboard": { "enabled": false },
              "jobs": { "passes": {
                "server": "s", "folders": [ "/day" ], "include": [ "S5P_*.nc" ], "schedule": { "every": "1s" }, "complete": { "looks": 2, "stable_for": "1s" },
                "target": "{{Target}}", "manifest": "{{Manifest}}", "after": { "command": [ "/bin/cp", "{path}", "{path}.copy" ], "timeout": "2m" } } }
            }
            """);
        Assert.Equal((0, ""), (await service.FtpxAsync("service", "reload")) is var end ? (end.ExitCode, end.Error) : default);
    }

    /// <summary>Waits until the manifest has as many files, and returns its lines.</summary>
    public async Task<IReadOnlyList<JsonElement>> WaitAsync(int count, CancellationToken cancellationToken) =>
        [.. (await service.ManifestAsync(Manifest, count, cancellationToken)).Select(line => JsonDocument.Parse(line).RootElement)];

    /// <summary>Waits until a part of a file is durable on disk according to its journal.</summary>
    public static async Task UntilInTheMiddleAsync(string target, CancellationToken cancellationToken)
    {
        var journal = new FileInfo(target + ".part.journal");
        for (; !journal.Exists; journal.Refresh()) await Task.Delay(20, cancellationToken);
        for (var first = journal.Length; journal.Exists && journal.Length == first; journal.Refresh()) await Task.Delay(20, cancellationToken);
    }

    /// <summary>The bytes of files that <c>ftpx serve --json</c> has reported.</summary>
    public long Sent() => RetrPattern().Matches(server.Log).Sum(match => long.Parse(match.Groups[1].ValueSpan, System.Globalization.CultureInfo.InvariantCulture));

    [GeneratedRegex("\"verb\":\"RETR\".*?\"bytes\":([0-9]+)")]
    private static partial Regex RetrPattern();
}
