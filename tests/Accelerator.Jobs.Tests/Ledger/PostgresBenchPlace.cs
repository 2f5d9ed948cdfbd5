using Npgsql;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>A schema of a server that is already running.</summary>
internal sealed class PostgresBenchPlace : LedgerPlace
{
    private const string Schema = "ftpx_ledger_bench";

    private readonly string _connection;

    private PostgresBenchPlace(string connection) => _connection = connection;

    public static async Task<PostgresBenchPlace> CreateAsync(string connection)
    {
        var place = new PostgresBenchPlace($"{connection};Search Path={Schema};Command Timeout=600");
        await place.ExecuteAsync($"DROP SCHEMA IF EXISTS {Schema} CASCADE");
        await place.ExecuteAsync($"CREATE SCHEMA {Schema}");
        return place;
    }

    public override LedgerDatabase Database(bool isReadOnly = false) => new PostgresDatabase(_connection, isReadOnly);

    public override async Task ExecuteAsync(string sql)
    {
        await using var connection = new NpgsqlConnection(_connection + ";Pooling=false");
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    public override async ValueTask DisposeAsync() => await ExecuteAsync($"DROP SCHEMA {Schema} CASCADE");
}
