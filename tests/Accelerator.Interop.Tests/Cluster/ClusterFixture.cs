namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Several ftpxd over one PostgreSQL and one folder, and a server that they fetch from.</summary>
internal sealed class ClusterFixture : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private readonly List<ClusterNode> _nodes = [];
    private readonly PostgresServer _postgres;
    private readonly string _schema;
    private readonly CancellationTokenSource _deadline = new(TimeSpan.FromMinutes(8));

    private ClusterFixture(PostgresServer postgres, string schema, JobLedger ledger, LoopbackServer server) => (_postgres, _schema, Ledger, Server) = (postgres, schema, ledger, server);

    public LoopbackServer Server { get; }

    /// <summary>The ledger, as a reader of the test's own.</summary>
    public JobLedger Ledger { get; }

    public CancellationToken Token => _deadline.Token;

    public int Sessions { get; set; } = 4;

    public string Target(string name) => _folder.File(Path.Combine("in", name));

    public static async Task<ClusterFixture> StartAsync(PostgresFixture postgres, LoopbackOptions? options = null)
    {
        var (server, schema) = await postgres.SchemaAsync();
        var ledger = await JobLedger.OpenAsync(new PostgresDatabase(server.Connection(schema)), TimeProvider.System, CancellationToken.None);
        return new ClusterFixture(server, schema, ledger, LoopbackServer.Start(options));
    }

    public async Task<ClusterNode> StartNodeAsync(string name, string? jobs = null, int? page = null)
    {
        var node = new ClusterNode(name, _folder.File($"{name}-{_nodes.Count}"), _postgres.Connection(_schema)) { PagePort = page };
        _nodes.Add(node);
        await node.StartAsync(jobs ?? JobFile());
        return node;
    }

    public string JobFile() =>
        $$"""
        {
          "servers": { "svalbard": { "address": "ftp://127.0.0.1:{{Server.EndPoint.Port}}", "sessions": {{Sessions}} } },
          "ledger": { "kind": "postgresql", "connection": "ledger" },
          "least_free_space": "0",
          "dashboard": { "enabled": false },
          "jobs": { "passes": {
            "server": "svalbard", "folders": [ "/pub" ], "target": "{{_folder.File("in")}}", "schedule": { "every": "2s" },
            "complete": { "looks": 1, "stable_for": "0s" } } }
        }
        """;

    public async Task UntilAsync(string what, Func<Task<bool>> holds)
    {
        while (!await holds())
        {
            if (_deadline.IsCancellationRequested) Assert.Fail($"{what}: this should have come. {Story()}");
            await Task.Delay(TimeSpan.FromMilliseconds(50), CancellationToken.None);
        }
    }

    public Task UntilNodesAsync(int count) => UntilAsync($"{count} nodes", async () => (await Ledger.Nodes.ListAsync(Token)).Count(node => node.Age < TimeSpan.FromSeconds(15)) == count);

    public Task UntilDeliveredAsync(int count) => UntilAsync($"{count} deliveries", async () => (await HistoryAsync()).Count >= count);

    public async Task<IReadOnlyList<Delivery>> HistoryAsync() => await Ledger.Report.HistoryAsync(null, null, 10_000, Token);

    public async Task AssertDeliveredAsync(string name)
    {
        Assert.Null(await Server.Files[$"/pub/{name}"].Content.FirstDifferenceAsync(Target(name), Token));
        Assert.Equal([Target(name)], Directory.GetFiles(Path.GetDirectoryName(Target(name))!, $"{name}*"));
    }

    public string Story() => string.Join("\n", _nodes.Select(node => $"--- {node.Name}\n{node.Log()}"));

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes) await node.DisposeAsync();
        await Ledger.DisposeAsync();
        await _postgres.ExecuteAsync("public", $"DROP SCHEMA {_schema} CASCADE");
        await Server.DisposeAsync();
        _deadline.Dispose();
        _folder.Dispose();
    }
}
