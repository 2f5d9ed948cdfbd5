namespace Accelerator.Interop.Tests.Postgres;

/// <summary>One PostgreSQL for all test classes that run at the same time, started by the first test that asks for it. Each test gets a schema of its own.</summary>
public sealed class PostgresFixture : IAsyncLifetime
{
    private static readonly SharedInstance<PostgresServer> Shared = new(StartAsync);
    private static int _places;

    private PostgresServer? _server;

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task<LedgerPlace> CreateAsync()
    {
        var (server, schema) = await SchemaAsync();
        return new PostgresPlace(server, schema);
    }

    /// <summary>Makes a schema, and gives it with its server.</summary>
    public async Task<(PostgresServer Server, string Schema)> SchemaAsync()
    {
        _server ??= await Shared.EnterAsync();
        return (_server, await MakeSchemaAsync(_server));
    }

    /// <summary>Starts a server for a test that stops it or ends its sessions; the test disposes of it.</summary>
    public static Task<PostgresServer> StartAsync() => PostgresServer.StartAsync(CancellationToken.None);

    public static async Task<string> MakeSchemaAsync(PostgresServer server)
    {
        var schema = $"ledger{Interlocked.Increment(ref _places)}";
        await server.ExecuteAsync("public", $"CREATE SCHEMA {schema}");
        return schema;
    }

    public Task DisposeAsync() => _server is null ? Task.CompletedTask : Shared.LeaveAsync();
}
