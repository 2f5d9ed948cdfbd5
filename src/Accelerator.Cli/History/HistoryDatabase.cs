using SQLitePCL;

namespace Accelerator.Cli.History;

/// <summary>
/// A SQLite file that is open for one use. It calls SQLite without ADO.NET: loading that costs a process 40 ms of processor time instead
/// of 8 (measured without compiled images), and a history needs four statements.
/// </summary>
internal sealed class HistoryDatabase : IDisposable
{
    private readonly sqlite3 _db;

    private HistoryDatabase(sqlite3 db) => _db = db;

    /// <summary>Opens an existing file; an empty one is an empty database.</summary>
    /// <param name="path">The file's full path.</param>
    /// <param name="patience">How long a statement waits for another process.</param>
    /// <exception cref="SqliteCallException">SQLite reports an error, or its library cannot be loaded.</exception>
    public static HistoryDatabase Open(string path, TimeSpan patience)
    {
        try
        {
            Batteries_V2.Init();
        }
        catch (Exception e) when (e is DllNotFoundException or BadImageFormatException or EntryPointNotFoundException
            or TypeInitializationException or FileNotFoundException)
        {
            throw new SqliteCallException(raw.SQLITE_ERROR, $"SQLite cannot be loaded: {(e.InnerException ?? e).Message}");
        }
        var code = raw.sqlite3_open_v2(path, out var db, raw.SQLITE_OPEN_READWRITE, null);
        var database = new HistoryDatabase(db);
        try
        {
            database.Check(code);
            database.Execute($"PRAGMA busy_timeout = {checked((int)patience.TotalMilliseconds)}");
            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    /// <summary>Executes statements without parameters and without a result.</summary>
    /// <exception cref="SqliteCallException">SQLite reports an error.</exception>
    public void Execute(string sql) => Check(raw.sqlite3_exec(_db, sql));

    /// <summary>Returns the first number of a statement's result; null if there is none.</summary>
    /// <exception cref="SqliteCallException">SQLite reports an error.</exception>
    public long? Number(string sql)
    {
        using var statement = Prepare(sql);
        return statement.Step() ? statement.Integer(0) : null;
    }

    /// <summary>Prepares a statement, which must be disposed before the database.</summary>
    /// <exception cref="SqliteCallException">SQLite reports an error.</exception>
    public Statement Prepare(string sql)
    {
        Check(raw.sqlite3_prepare_v2(_db, sql, out var statement));
        return new Statement(this, statement);
    }

    /// <summary>Closes the file; an open transaction is rolled back.</summary>
    public void Dispose() => _db.Dispose();

    private void Check(int code)
    {
        if (code is not (raw.SQLITE_OK or raw.SQLITE_ROW or raw.SQLITE_DONE))
            throw new SqliteCallException(code, raw.sqlite3_errmsg(_db).utf8_to_string());
    }

    /// <summary>A prepared statement. Parameters count from 1, columns from 0.</summary>
    internal sealed class Statement(HistoryDatabase database, sqlite3_stmt statement) : IDisposable
    {
        /// <summary>Sets a parameter to a number, or to null.</summary>
        public void Bind(int index, long? value) => database.Check(value is { } number
            ? raw.sqlite3_bind_int64(statement, index, number) : raw.sqlite3_bind_null(statement, index));

        /// <summary>Sets a parameter to a text, or to null.</summary>
        public void Bind(int index, string? value) => database.Check(value is null
            ? raw.sqlite3_bind_null(statement, index) : raw.sqlite3_bind_text(statement, index, value));

        /// <summary>Executes the statement or reads its next row; returns whether there is one.</summary>
        public bool Step()
        {
            var code = raw.sqlite3_step(statement);
            database.Check(code);
            return code == raw.SQLITE_ROW;
        }

        /// <summary>Makes the statement ready for the next values.</summary>
        public void Reset() => database.Check(raw.sqlite3_reset(statement));

        /// <summary>Returns a number of the current row; 0 for null.</summary>
        public long Integer(int column) => raw.sqlite3_column_int64(statement, column);

        /// <summary>Returns whether a column of the current row is null.</summary>
        public bool IsNull(int column) => raw.sqlite3_column_type(statement, column) == raw.SQLITE_NULL;

        /// <summary>Returns a text of the current row, or null.</summary>
        public string? Text(int column) => IsNull(column) ? null : raw.sqlite3_column_text(statement, column).utf8_to_string();

        /// <inheritdoc/>
        public void Dispose() => statement.Dispose();
    }
}

/// <summary>An error that SQLite reports.</summary>
/// <param name="code">SQLite's primary result code.</param>
/// <param name="message">SQLite's message, without a full stop.</param>
internal sealed class SqliteCallException(int code, string message) : Exception(message)
{
    /// <summary>SQLite's primary result code.</summary>
    public int Code => code & 0xFF;
}
