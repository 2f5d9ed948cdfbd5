namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A schema of a server, dropped with its ledger; or the server itself, ended with it.</summary>
public sealed class PostgresPlace(PostgresServer server, string schema, bool ownsServer = false) : LedgerPlace
{
    public PostgresServer Server => server;

    public string Connection => server.Connection(schema);

    public override LedgerDatabase Database(bool isReadOnly = false) => new PostgresDatabase(Connection, isReadOnly);

    public override Task ExecuteAsync(string sql) => server.ExecuteAsync(schema, sql);

    public override async ValueTask DisposeAsync()
    {
        if (ownsServer) await server.DisposeAsync();
        else await server.ExecuteAsync("public", $"DROP SCHEMA {schema} CASCADE");
    }
}
