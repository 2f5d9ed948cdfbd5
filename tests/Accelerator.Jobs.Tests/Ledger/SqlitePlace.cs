using Microsoft.Data.Sqlite;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>A ledger file in its own folder.</summary>
public sealed class SqlitePlace : LedgerPlace
{
    private readonly TempFolder _folder = MemoryFolder.Make();

    public string Path => _folder.File("ledger.db");

    public override LedgerDatabase Database(bool isReadOnly = false) => new SqliteDatabase(Path, isReadOnly);

    public override async Task ExecuteAsync(string sql)
    {
        using var connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = Path, Pooling = false }.ToString());
        await connection.OpenAsync();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync();
    }

    // On Windows this fails while any process has the file open.
    public override ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }
}
