using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>
/// A disk that is full in a COMMIT: SQLite rolls back by itself, the driver does not notice, and its ROLLBACK after that is an error.
/// </summary>
public sealed class SqliteFullDiskTests : IAsyncLifetime
{
    private SqlitePlace Place { get; } = new();

    private SqliteDatabase Database { get; set; } = null!;

    private LedgerStore Store { get; set; } = null!;

    public async Task InitializeAsync()
    {
        await Place.ExecuteAsync("PRAGMA journal_mode = WAL; CREATE TABLE line (text TEXT)");
        Database = new SqliteDatabase(Place.Path);
        Store = new LedgerStore(Database, new FakeTime());
    }

    public async Task DisposeAsync()
    {
        await Database.DisposeAsync();
        await Place.DisposeAsync();
    }

    [Fact]
    public async Task A_full_disk_is_named_and_the_next_write_succeeds()
    {
        Assert.Equal(1, await AddAsync());
        var error = await Assert.ThrowsAsync<LedgerException>(() => Store.WriteAsync("fill", async session =>
        {
            RollBackUnnoticed(session);
            // The lowest limit is the number of pages in use. It ends with the connection.
            await session.QueryAsync("PRAGMA max_page_count = 1", row => row.Long(0));
            return await session.ExecuteAsync("INSERT INTO line VALUES (@text)", ("text", new string('x', 100_000)));
        }, CancellationToken.None));
        Assert.StartsWith($"Could not fill in {Database.Place}: SQLite Error 13: ", error.Message, StringComparison.Ordinal);
        Assert.Contains("The disk is full. Free some space", error.Message, StringComparison.Ordinal);
        Assert.Equal(2, await AddAsync());
        Assert.Equal(3, await AddAsync());
    }

    [Fact]
    public async Task An_error_of_the_work_is_kept_if_the_rollback_fails()
    {
        await Assert.ThrowsAsync<TimeoutException>(() => Store.WriteAsync<int>("wait", async session =>
        {
            RollBackUnnoticed(session);
            await session.ExecuteAsync("INSERT INTO line VALUES ('')");
            await session.ExecuteAsync("ROLLBACK");
            throw new TimeoutException();
        }, CancellationToken.None));
        Assert.Equal(1, await AddAsync());
    }

    [Fact]
    public async Task A_transaction_that_ended_before_its_commit_is_reported_as_an_error_of_the_ledger()
    {
        var error = await Assert.ThrowsAsync<LedgerException>(
            () => Store.WriteAsync("wait", session => session.ExecuteAsync("ROLLBACK"), CancellationToken.None));
        Assert.StartsWith($"Could not wait in {Database.Place}: ", error.Message, StringComparison.Ordinal);
        Assert.True(error.IsTransient);
        Assert.Equal(1, await AddAsync());
    }

    /// <summary>Adds a row and returns how many there are.</summary>
    private Task<long> AddAsync() => Store.WriteAsync("add", async session =>
    {
        await session.ExecuteAsync("INSERT INTO line VALUES ('')");
        return (await session.QueryAsync("SELECT count(*) FROM line", row => row.Long(0)))[0];
    }, CancellationToken.None);

    // The driver removes its hook in the same way before it sends COMMIT.
    private static void RollBackUnnoticed(LedgerSession session) =>
        raw.sqlite3_rollback_hook(((SqliteConnection)session.Line.Connection).Handle, null, null);
}
