using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The ledger in a file on this computer (SQLite): one writer, with concurrent readers, also from other processes. The disk must be local.
/// </summary>
public sealed class SqliteDatabase : LedgerDatabase
{
    // Longer than any of this program's transactions: another process (ftpx job retry) may hold the file that long, the disk does not.
    private const int BusySeconds = 10;

    private const int Corrupt = 11;
    private const int NotADatabase = 26;
    private const int Constraint = 19;
    private const int Full = 13;

    // SQLITE_IOERR_SHMSIZE: no room to create the shared index of the write-ahead log (32 KiB), which closing the last connection deletes.
    private const int NoRoomForIndex = 4874;

    private readonly SemaphoreSlim _turn = new(1);
    private readonly Dictionary<string, DbCommand> _prepared = [];
    private readonly string _path;
    private LedgerConnection? _writer;
    private int _isDisposed;

    /// <param name="path">The file's full path; its folder must exist.</param>
    /// <param name="isReadOnly">Whether to open read-only a ledger that another process writes.</param>
    public SqliteDatabase(string path, bool isReadOnly = false) : base(isReadOnly) => _path = path;

    public override string Place => $"the ledger {_path}";

    public override bool IsShared => false;

    internal override string ScheduleTables => "";

    internal override string Now => "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)";

    // One writer at a time: every writing transaction has locked the whole file.
    internal override string SkipLocked => "";

    internal override string ForUpdate => "";

    internal override string? CreationLock => null;

    internal override string CountMeta => "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'";

    internal override string WithColumnTypes(string schema) =>
        schema.Replace("{key}", "INTEGER PRIMARY KEY AUTOINCREMENT").Replace("{int}", "INTEGER").Replace("{text}", "TEXT")
            .Replace("{updated}", "").Replace("{wide}", ", folder, modified");

    internal override async Task<LedgerLine> OpenReaderAsync(CancellationToken cancellationToken)
    {
        var connection = await ConnectAsync(IsReadOnly ? SqliteOpenMode.ReadOnly : SqliteOpenMode.ReadWrite, "PRAGMA query_only = ON;",
            cancellationToken).ConfigureAwait(false);
        return new LedgerLine(connection, prepared: null, giveBack: null);
    }

    internal override async Task<LedgerLine> OpenWriterAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _writer ??= await OpenForWritingAsync(cancellationToken).ConfigureAwait(false);
            return new LedgerLine(_writer, _prepared, GiveBackAsync);
        }
        catch
        {
            _turn.Release();
            throw;
        }
    }

    internal override async Task<int> ExecuteManyAsync(LedgerSession session, string sql, IEnumerable<(string Name, object? Value)[]> rows)
    {
        var changed = 0;
        foreach (var row in rows) changed += await session.ExecuteAsync(sql, row).ConfigureAwait(false);
        return changed;
    }

    // SQLite's error names the columns and not the index.
    internal override bool IsTaken(DbException exception, string index, string column) =>
        exception is SqliteException { SqliteErrorCode: Constraint }
            && exception.Message.Contains($"UNIQUE constraint failed: {column}", StringComparison.Ordinal);

    internal override LedgerException Explain(string attempt, DbException exception)
    {
        var error = exception as SqliteException;
        var code = error?.SqliteExtendedErrorCode == NoRoomForIndex ? Full : error?.SqliteErrorCode ?? 0;
        var advice = code switch
        {
            Corrupt or NotADatabase =>
                "The file is damaged, or is not a ledger. Stop the service and restore a copy, or move the file away: "
                    + "a new ledger starts empty, and every file that the servers still list is checked again",
            Full => "The disk is full. Free some space; nothing is delivered until then",
            5 or 6 => "Another process has locked the file. ftpxd tries again; if this continues, find the program that has it open",
            8 or 14 or 3 or 23 => "Check that its folder exists, is on a local disk, and is writable for the account of the service",
            10 => "The disk reports an error. See the system log",
            _ => "Check that it was written by this version of ftpxd",
        };
        return new LedgerException(
            $"Could not {attempt} in {Place}: {MessageOf(exception)} {advice}.", isTransient: code is 5 or 6, exception);
    }

    public override async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 1) return;
        await _turn.WaitAsync().ConfigureAwait(false);
        await CloseWriterAsync().ConfigureAwait(false);
        _turn.Dispose();
    }

    // "SQLite Error 26: 'file is not a database'."
    private static string MessageOf(DbException exception) => exception.Message.TrimEnd('.') + ".";

    // The next writer opens the file again after a broken connection.
    private async ValueTask GiveBackAsync(bool isBroken)
    {
        try
        {
            if (isBroken) await CloseWriterAsync().ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async ValueTask CloseWriterAsync()
    {
        var writer = _writer;
        _writer = null;
        foreach (var command in _prepared.Values) await command.DisposeAsync().ConfigureAwait(false);
        _prepared.Clear();
        if (writer is null) return;
        writer.ForgetTransaction();
        await writer.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<LedgerConnection> OpenForWritingAsync(CancellationToken cancellationToken)
    {
        var connection = await ConnectAsync(
            SqliteOpenMode.ReadWriteCreate, "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864;",
            cancellationToken).ConfigureAwait(false);
        try
        {
            var command = connection.CreateCommand();
            await using (command.ConfigureAwait(false))
            {
                command.CommandText = "PRAGMA journal_mode = WAL";
                if (await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false) is not "wal")
                    throw new LedgerException(
                        $"Could not open {Place}: its disk does not support write-ahead logs. Use a local disk.", isTransient: false);
            }
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private async Task<LedgerConnection> ConnectAsync(SqliteOpenMode mode, string settings, CancellationToken cancellationToken)
    {
        // Without a pool: a closed connection releases the file, which Windows would otherwise not delete.
        var text = new SqliteConnectionStringBuilder { DataSource = _path, Mode = mode, Pooling = false, ForeignKeys = true,
            DefaultTimeout = BusySeconds };
        var connection = new LedgerConnection(text.ToString());
        try
        {
            await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
            var command = connection.CreateCommand();
            await using (command.ConfigureAwait(false))
            {
                command.CommandText = $"PRAGMA busy_timeout = {BusySeconds * 1000}; {settings}";
                await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            }
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private sealed class LedgerConnection(string text) : SqliteConnection(text)
    {
        /// <summary>
        /// Makes the connection close without a ROLLBACK: one that has failed before would fail again and keep the connection open.
        /// SQLite rolls back what is open when it closes the file.
        /// </summary>
        public void ForgetTransaction() => Transaction = null;
    }
}
