using Accelerator.Jobs;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>The work of several nodes in this process, over one PostgreSQL, with leases that are short where a test waits for them.</summary>
internal sealed class RunnerFixture(PostgresServer postgres, string schema, LoopbackServer server) : IAsyncDisposable
{
    private static readonly LeaseTimes Leases = new(TimeSpan.FromSeconds(15), TimeSpan.FromSeconds(0.3), TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(5));

    private readonly TempFolder _folder = new();
    private readonly List<(JobRunner Runner, JobLedger Ledger)> _running = [];
    private readonly ConcurrentQueue<string> _streams = [];

    public LoopbackServer Server => server;

    public int Sessions { get; set; } = 4;

    public ConcurrentQueue<(string Node, JobEvent Event)> Events { get; } = [];

    public static async Task<RunnerFixture> StartAsync(PostgresFixture postgres, LoopbackOptions? options = null)
    {
        var (server, schema) = await postgres.SchemaAsync();
        return new RunnerFixture(server, schema, LoopbackServer.Start(options));
    }

    public string Target(string name) => _folder.File(Path.Combine("in", name));

    /// <summary>Starts a node.</summary>
    /// <param name="file">Its job file.</param>
    /// <param name="start">Its incarnation.</param>
    /// <param name="home">What its incarnations begin with.</param>
    public async Task<JobRunner> StartAsync(string node, JobFile file, string start = "1", string? home = null, TimeProvider? time = null)
    {
        var clock = time ?? TimeProvider.System;
        var ledger = await JobLedger.OpenAsync(new PostgresDatabase(postgres.Connection(schema)), clock, default);
        try
        {
            var tools = new JobTools
            {
                Ledger = ledger,
                Node = node,
                Incarnation = home + start,
                Home = home,
                Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
                Events = new DirectProgress<JobEvent>(value => Take(node, value)),
                Time = clock,
                Leases = Leases,
            };
            var runner = await JobRunner.StartAsync(tools, file, default);
            _running.Add((runner, ledger));
            return runner;
        }
        catch
        {
            await ledger.DisposeAsync();
            throw;
        }
    }

    public async Task StopAsync(JobRunner runner)
    {
        var entry = _running.Find(one => one.Runner == runner);
        _running.Remove(entry);
        await entry.Runner.DisposeAsync();
        await entry.Ledger.DisposeAsync();
    }

    /// <summary>The job file; another mark makes another file of it.</summary>
    public JobFile File(string mark = "")
    {
        var reading = JobFileReader.Read(
            Encoding.UTF8.GetBytes($$"""
            {
              "servers": { "svalbard": { "address": "ftp://127.0.0.1:{{server.EndPoint.Port}}", "sessions": {{Sessions}} } },
              "least_free_space": "0", // {{mark}}
              "jobs": { "passes": { "server": "svalbard", "folders": [ "/pub" ], "target": "{{_folder.File("in")}}", "complete": { "looks": 1, "stable_for": "0s" } } }
            }
            """),
            _ => { });
        Assert.Empty(reading.Problems);
        return reading.File!;
    }

    public async Task UntilAsync(string what, Func<bool> holds)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        while (!holds())
        {
            if (deadline.IsCancellationRequested) Assert.Fail($"{what}: this should have come. {Story()}");
            await Task.Delay(TimeSpan.FromMilliseconds(20));
        }
    }

    /// <summary>What has happened: the events, each number of streams, and the server's transfers.</summary>
    public string Story() => string.Join(
        "\n",
        [
            .. Events.Where(one => one.Event is not (JobEvent.Progress or JobEvent.Recovered)).Select(one => one.ToString()), .. _streams,
            .. server.Log.Transfers.TakeLast(100).Select(one => one.ToString()),
        ]);

    public async ValueTask DisposeAsync()
    {
        foreach (var (runner, _) in _running) await runner.DisposeAsync();
        foreach (var (_, ledger) in _running) await ledger.DisposeAsync();
        await server.DisposeAsync();
        _folder.Dispose();
    }

    private void Take(string node, JobEvent happened)
    {
        Events.Enqueue((node, happened));
        if (happened is not JobEvent.Progress { Snapshot: var now }) return;
        var streams = $"{node}: {now.ActiveStreams} of {now.WantedStreams} streams";
        if (_streams.LastOrDefault() is not { } last || !last.StartsWith(streams, StringComparison.Ordinal)) _streams.Enqueue($"{streams} after {now.Elapsed.TotalSeconds:0.0} s");
    }
}
