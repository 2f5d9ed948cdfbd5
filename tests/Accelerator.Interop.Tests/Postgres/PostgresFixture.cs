using Accelerator.Interop.Tests.Servers;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

/// <summary>One server for all tests of the collection, which this class is the definition of too; started by the first that wants it.</summary>
[CollectionDefinition(Collection)]
public sealed class PostgresFixture : ICollectionFixture<PostgresFixture>, IAsyncLifetime
{
    public const string Collection = "postgresql";

    private PostgresServer? _server;
    private int _places;

    public Task InitializeAsync() => Task.CompletedTask;

    /// <summary>A schema of its own.</summary>
    public async Task<LedgerPlace> CreateAsync()
    {
        var (server, schema) = await SchemaAsync();
        return new PostgresPlace(server, schema);
    }

    /// <summary>The server, and a schema that nobody else has.</summary>
    public async Task<(PostgresServer Server, string Schema)> SchemaAsync()
    {
        using var deadline = FixtureProof.Deadline();
        _server ??= await PostgresServer.StartAsync(deadline.Token);
        var schema = $"ledger{++_places}";
        await _server.ExecuteAsync("public", $"CREATE SCHEMA {schema}");
        return (_server, schema);
    }

    public async Task DisposeAsync()
    {
        if (_server is not null) await _server.DisposeAsync();
    }
}
