using Accelerator.Jobs.Control;
using Microsoft.Data.Sqlite;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>SQLite, in the service's data folder.</summary>
internal sealed class SqliteCrashLedger : CrashLedger
{
    private string _data = "";

    public override string Name => "sqlite";

    public override string Json => """{ "kind": "sqlite" }""";

    private string Path => System.IO.Path.Combine(_data, DataFolder.LedgerFile);

    public override Task PrepareAsync(string data, CredentialVault vault)
    {
        _data = data;
        return Task.CompletedTask;
    }

    public override Task<DbConnection> OpenAsync() => OpenAsync(Path);

    // A program that opens the file itself as its only user would write the log back into it, and the next start would find no trace of the
    // kill.
    public override Task<DbConnection> OpenLeftAsync()
    {
        var copy = System.IO.Path.Combine(_data, "..", "left.db");
        foreach (var ending in (string[])["", "-wal", "-shm"])
        {
            File.Delete(copy + ending);
            if (ending != "-shm" && File.Exists(Path + ending)) File.Copy(Path + ending, copy + ending);
        }
        return OpenAsync(copy);
    }

    public override Task<string?> DisturbAsync(Dice dice) => Task.FromResult<string?>(null);

    public override async Task<IAsyncDisposable> BreakAsync()
    {
        var connection = await OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = "BEGIN IMMEDIATE";
        await command.ExecuteNonQueryAsync();
        return connection;
    }

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<DbConnection> OpenAsync(string path)
    {
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false, Mode = SqliteOpenMode.ReadWriteCreate, DefaultTimeout = 10 }.ToString());
        await connection.OpenAsync();
        return connection;
    }
}
