using System.Runtime.Versioning;
using System.Text.Json;
using Accelerator.Interop.Tests.Fxp;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Services;

/// <summary>One job of a service that lets one server send to another, and what came of it.</summary>
[UnsupportedOSPlatform("windows")]
internal sealed class FxpJobBench(ServiceBench bench, FtpServerProcess from, FtpServerProcess to)
{
    private string Manifest => Path.Combine(bench.Folder, "manifest.jsonl");

    /// <summary>Keys of the job besides those that every one has, each with a comma behind it.</summary>
    public string Keys { get; init; } = "";

    /// <summary>The job's folder at the destination, below its inbox: nothing, or a path that begins with a slash.</summary>
    public string Below { get; init; } = "";

    /// <summary>Most sessions at each server.</summary>
    public int Sessions { get; init; } = 4;

    /// <summary>Starts the service and gives it a job that looks each second and takes what was the same for a second.</summary>
    public async Task StartAsync()
    {
        bench.Start();
        Assert.Equal("READY=1", await bench.HearAsync());
        await SetPasswordAsync(from);
        await SetPasswordAsync(to);
        await File.WriteAllTextAsync(bench.Jobs, $$"""
            {
              "servers": {
                "archive": { {{Address(from)}}, "sessions": {{Sessions}} },
                "agency": { {{Address(to)}}, "sessions": {{Sessions}} }
              },
              "dashboard": { "enabled": false },
              "jobs": { "push": {
                "kind": "fxp", "server": "archive", "folders": [ "/day" ], "destination": "agency", "target": "/{{FxpServers.Inbox}}{{Below}}", {{Keys}}
                "schedule": { "every": "1s" }, "complete": { "looks": 2, "stable_for": "1s" }, "manifest": "{{Manifest}}" } }
            }
            """);
        var end = await bench.FtpxAsync("service", "reload");
        Assert.True((end.ExitCode, end.Error) == (0, ""), end.Output + end.Error);
    }

    /// <summary>The local folder of the destination's files.</summary>
    public string Inbox => Path.Combine(to.Root, FxpServers.Inbox);

    /// <summary>Names at the destination, in order.</summary>
    public IReadOnlyList<string> Arrived() => [.. Directory.EnumerateFiles(Inbox + Below).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    /// <summary>Commands that the destination has got, those alone that begin with a word.</summary>
    public IReadOnlyList<string> Told(string verb) => [.. to.Commands().Where(command => command.StartsWith(verb + " ", StringComparison.Ordinal))];

    /// <summary>Waits until as many files are in the manifest, and gives its lines.</summary>
    public async Task<IReadOnlyList<JsonElement>> WaitAsync(int count, CancellationToken cancellationToken)
    {
        while (true)
        {
            string[] lines = File.Exists(Manifest) ? await File.ReadAllLinesAsync(Manifest, cancellationToken) : [];
            if (lines.Length >= count) return [.. lines.Select(line => JsonDocument.Parse(line).RootElement)];
            Assert.False(bench.Run!.HasExited, "The service has ended.");
            if (cancellationToken.IsCancellationRequested) Assert.Fail($"{lines.Length} of {count} files were delivered.\n{Story()}");
            await Task.Delay(50, CancellationToken.None);
        }
    }

    /// <summary>Files of the job by state, as <c>ftpx job list</c> says.</summary>
    public async Task<IReadOnlyDictionary<string, long>> StatesAsync()
    {
        var end = await bench.FtpxAsync("job", "list", "--json");
        Assert.True((end.ExitCode, end.Error) == (0, ""), end.Output + end.Error);
        return Assert.Single(FtpxProgram.Lines(end, "job_status")).GetProperty("files").EnumerateObject().ToDictionary(state => state.Name, state => state.Value.GetInt64());
    }

    /// <summary>Waits until something is so.</summary>
    public async Task UntilAsync(Func<Task<bool>> isSo, string what, CancellationToken cancellationToken)
    {
        while (!await isSo())
        {
            if (cancellationToken.IsCancellationRequested) Assert.Fail($"{what} did not come about.\n{Story()}");
            await Task.Delay(50, CancellationToken.None);
        }
    }

    /// <summary>What is wrong, as the service says.</summary>
    public async Task<IReadOnlyList<string>> ProblemsAsync() =>
        [.. (await bench.StatusAsync()).GetProperty("problems").EnumerateArray().Select(problem => problem.GetString()!)];

    /// <summary>The service's log, for the message of a test that fails.</summary>
    public string Story() => string.Join('\n', Directory.EnumerateFiles(Path.Combine(bench.Data, "logs")).Select(File.ReadAllText)) + "\n" + to.Log[^Math.Min(3000, to.Log.Length)..];

    private static string Address(FtpServerProcess server) => server.User == "anonymous"
        ? $"\"address\": \"ftp://{server.Host}:{server.Port}\""
        : $"\"address\": \"ftp://{server.User}@{server.Host}:{server.Port}\", \"credential\": \"{server.User}\"";

    private async Task SetPasswordAsync(FtpServerProcess server)
    {
        if (server.User != "anonymous") Assert.Equal(0, (await bench.FtpxWithInputAsync(server.Password, "credential", "set", server.User, "--service")).ExitCode);
    }
}
