using Microsoft.Data.Sqlite;

namespace Accelerator.Interop.Tests.Services;

/// <summary>One job of a real service that lets one real server send to another, and its results.</summary>
[UnsupportedOSPlatform("windows")]
internal sealed class FxpJobFixture : IAsyncDisposable
{
    private readonly CancellationTokenSource _deadline = HangGuard.Start();

    private FxpJobFixture(FtpServerProcess from, FtpServerProcess to) => (From, To) = (from, to);

    public ServiceFixture Service { get; } = new();

    public FtpServerProcess From { get; }

    public FtpServerProcess To { get; }

    /// <summary>The files that the job is to deliver, by name, with their hashes.</summary>
    public SortedDictionary<string, string> Hashes { get; } = new(StringComparer.Ordinal);

    public CancellationToken Token => _deadline.Token;

    public string Existing { get; set; } = "prove";

    /// <summary>The job's <c>complete</c>. A test that puts no file half-written needs one look at it.</summary>
    public string Complete { get; set; } = """ "looks": 1, "stable_for": "0s" """;

    /// <summary>The job's folder at the destination, below its inbox: nothing, or a path that begins with a slash.</summary>
    public string Below { get; set; } = "";

    public int Sessions { get; set; } = 4;

    private string Manifest => Path.Combine(Service.Folder, "manifest.jsonl");

    /// <summary>The local folder of the destination's files.</summary>
    public string Inbox => Path.Combine(To.Root, FxpServers.Inbox);

    /// <summary>Names at the destination, in order.</summary>
    public IReadOnlyList<string> Arrived => [.. Directory.EnumerateFiles(Inbox + Below).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    /// <summary>Starts two servers; where there are no options for one, it allows transfers between servers.</summary>
    public static async Task<FxpJobFixture> CreateAsync(string source, string destination, ServerOptions? from = null, ServerOptions? to = null)
    {
        var sending = await FxpServers.StartAsync(source, from ?? Allowing(source), CancellationToken.None);
        try
        {
            return new FxpJobFixture(sending, await FxpServers.StartAsync(destination, to ?? Allowing(destination), CancellationToken.None));
        }
        catch
        {
            await sending.DisposeAsync();
            throw;
        }
    }

    /// <summary>Options of a server that takes part in transfers between servers.</summary>
    public static ServerOptions Allowing(string kind) => new() { Extra = FxpServers.Allowing(kind) };

    /// <summary>Starts the service and gives it a job that polls each second.</summary>
    public async Task StartAsync()
    {
        await Service.StartReadyAsync();
        foreach (var server in (FtpServerProcess[])[From, To])
        {
            if (server.User != "anonymous") Assert.Equal(0, (await Service.FtpxWithInputAsync(server.Password, "credential", "set", server.User, "--service")).ExitCode);
        }
        await File.WriteAllTextAsync(Service.Jobs, $$"""
            {
              "servers": {
                "archive": { {{Address(From)}}, "sessions": {{Sessions}} },
                "agency": { {{Address(To)}}, "sessions": {{Sessions}} }
              },
              "dashboard": { "enabled": false },
              "jobs": { "push": {
                "kind": "fxp", "server": "archive", "folders": [ "/day" ], "destination": "agency", "target": "/{{FxpServers.Inbox}}{{Below}}", "existing": "{{Existing}}",
                "schedule": { "every": "1s" }, "complete": { {{Complete}} }, "manifest": "{{Manifest}}" } }
            }
            """);
        (await Service.FtpxAsync("service", "reload")).ExpectQuiet();
    }

    /// <summary>Puts a file into the job's folder at the source, where it appears complete.</summary>
    public async Task<string> PutAsync(string name, long length, int seed)
    {
        var hash = await From.PutAsync($"making/{name}", length, seed, Token);
        Directory.CreateDirectory(Path.Combine(From.Root, "day"));
        File.Move(Path.Combine(From.Root, "making", name), Path.Combine(From.Root, "day", name), overwrite: true);
        return Hashes[name] = hash;
    }

    /// <summary>Puts files of several lengths, of which the first is empty.</summary>
    public async Task PutAsync(int first, int end)
    {
        for (var i = first; i < end; i++) await PutAsync($"pass-{i:00}.bin", i * 40_000, i + 1);
    }

    /// <summary>Stops the service, and changes the ledger to what a crash leaves: the only file is claimed, or about to be renamed.</summary>
    public async Task StopAndForgetDeliveryAsync(string state)
    {
        await Service.SignalAsync("TERM");
        await Service.EndAsync();
        await using var ledger = new SqliteConnection($"Data Source={Path.Combine(Service.Data, "ledger.db")};Pooling=False");
        await ledger.OpenAsync(Token);
        await using var command = ledger.CreateCommand();
        command.CommandText = "UPDATE file SET state = $state, lease_owner = 'gone/1', lease_until = 0, delivered_path = NULL; DELETE FROM effect; DELETE FROM delivery;";
        command.Parameters.AddWithValue("$state", state);
        Assert.True(await command.ExecuteNonQueryAsync(Token) > 0);
    }

    /// <summary>Commands that the destination has got, those alone that begin with a word.</summary>
    public IReadOnlyList<string> CommandsToDestination(string verb) => [.. To.Commands().Where(command => command.StartsWith(verb + " ", StringComparison.Ordinal))];

    /// <summary>Waits until as many deliveries are in the manifest, and gives the line of each: after a crash a line may come twice, with the same event.</summary>
    public async Task<IReadOnlyList<JsonElement>> WaitAsync(int count)
    {
        IReadOnlyList<JsonElement> deliveries = [];
        await UntilAsync($"{count} deliveries", () =>
        {
            string[] lines = File.Exists(Manifest) ? ServiceFixture.Complete(File.ReadAllText(Manifest)) : [];
            deliveries = [.. lines.Select(line => JsonDocument.Parse(line).RootElement).DistinctBy(line => line.GetProperty("event").GetString(), StringComparer.Ordinal)];
            Assert.False(Service.Run!.HasExited, "The service has ended.");
            return Task.FromResult(deliveries.Count >= count);
        });
        return deliveries;
    }

    /// <summary>Files of the job by state, as <c>ftpx job list</c> says.</summary>
    public async Task<IReadOnlyDictionary<string, long>> StatesAsync()
    {
        var end = (await Service.FtpxAsync("job", "list", "--json")).ExpectQuiet();
        return Assert.Single(FtpxProgram.Lines(end, "job_status")).GetProperty("files").EnumerateObject().ToDictionary(state => state.Name, state => state.Value.GetInt64());
    }

    public Task UntilQuarantinedAsync() => UntilAsync("A file in quarantine", async () => (await StatesAsync()).GetValueOrDefault("quarantined") == 1);

    /// <summary>Waits until the service reports problems, or none.</summary>
    public Task UntilProblemsAsync(bool areThere) => UntilAsync(areThere ? "A problem" : "The end of all problems", async () => (await ProblemsAsync()).Count > 0 == areThere);

    public async Task UntilAsync(string what, Func<Task<bool>> isSo)
    {
        while (!await isSo())
        {
            if (Token.IsCancellationRequested) Assert.Fail($"{what} did not come about.\n{Story()}");
            await Task.Delay(50, CancellationToken.None);
        }
    }

    public async Task<IReadOnlyList<string>> ProblemsAsync() =>
        [.. (await Service.StatusAsync()).GetProperty("problems").EnumerateArray().Select(problem => problem.GetString()!)];

    /// <summary>The service's log, and the end of the destination's.</summary>
    public string Story() => string.Join('\n', Directory.EnumerateFiles(Path.Combine(Service.Data, "logs")).Select(File.ReadAllText)) + "\n" + To.Log[^Math.Min(3000, To.Log.Length)..];

    /// <summary>Asserts that the destination has the job's files, whole, and no others.</summary>
    public async Task AssertArrivedAsync()
    {
        Assert.Equal(Hashes.Keys, Arrived);
        foreach (var (name, hash) in Hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(Inbox + Below, name), Token));
    }

    public async ValueTask DisposeAsync()
    {
        await Service.DisposeAsync();
        await From.DisposeAsync();
        await To.DisposeAsync();
        _deadline.Dispose();
    }

    private static string Address(FtpServerProcess server) => server.User == "anonymous"
        ? $"\"address\": \"ftp://{server.Host}:{server.Port}\""
        : $"\"address\": \"ftp://{server.User}@{server.Host}:{server.Port}\", \"credential\": \"{server.User}\"";
}
