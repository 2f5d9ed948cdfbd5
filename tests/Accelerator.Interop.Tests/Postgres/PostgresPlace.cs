using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A schema of a server.</summary>
public sealed class PostgresPlace(PostgresServer server, string schema) : LedgerPlace
{
    public PostgresServer Server => server;

    public string Connection => server.Connection(schema);

    public override LedgerDatabase Database(bool isReadOnly = false) => new PostgresDatabase(Connection, isReadOnly);

    public override Task ExecuteAsync(string sql) => server.ExecuteAsync(schema, sql);

    public override async ValueTask DisposeAsync() => await server.ExecuteAsync("public", $"DROP SCHEMA {schema} CASCADE");
}
