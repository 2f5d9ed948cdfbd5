using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.History;

/// <summary>
/// The history of a user: <c>%LocalAppData%\Accelerator\history.db</c> on Windows, else <c>$XDG_DATA_HOME/accelerator/history.db</c>.
/// Several processes may use it at once. It has a rollback journal and no write-ahead log, because the home of a user may be on NFS, where
/// the shared memory of a write-ahead log does not work.
/// </summary>
/// <param name="path">The full path; the file need not exist.</param>
internal sealed class HistoryFile(string path)
{
    /// <summary>The environment variable that turns the history off.</summary>
    public const string Variable = "FTPX_HISTORY";

    /// <summary>The number of files that are kept.</summary>
    public const int UsualMostRows = 100_000;

    private const int Schema = 1;
    private const int RowsPerTrim = 1000;
    private const string FileName = "history.db";

    private const string Columns =
        "finished, command, source, target, size, fetched, reused, elapsed, streams, verified_by, assurance, sha256, exit_code, message";

    private const string Create =
        """
        CREATE TABLE transfer (
          id INTEGER PRIMARY KEY, finished INTEGER NOT NULL, command TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL,
          size INTEGER NOT NULL, fetched INTEGER NOT NULL, reused INTEGER NOT NULL, elapsed INTEGER NOT NULL, streams INTEGER,
          verified_by TEXT NOT NULL, assurance TEXT, sha256 TEXT, exit_code INTEGER NOT NULL, message TEXT);
        PRAGMA user_version = 1;
        """;

    /// <summary>The full path.</summary>
    public string Path => path;

    /// <summary>The number of rows above which the oldest are deleted.</summary>
    public int MostRows { get; init; } = UsualMostRows;

    /// <summary>The bytes of rows above which the oldest are deleted. Default 32 MiB; a row takes 125 to 400 bytes.</summary>
    public long MostBytes { get; init; } = 32 << 20;

    /// <summary>
    /// How long to wait for another process. Default 10 s: 100,000 rows take less than one, but many programs may end at the same time.
    /// </summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Returns the file of this user; null if the environment names no folder for it.</summary>
    public static HistoryFile? Find(ProcessEnvironment environment)
    {
        var folder = environment.IsWindows ? UserFolder.OfWindows(environment.Variable) : UserFolder.Data(environment.Variable);
        return folder is null ? null : new HistoryFile(System.IO.Path.Combine(folder, FileName));
    }

    /// <summary>Returns whether files are recorded: the variable decides, then the configuration file. Default true.</summary>
    /// <exception cref="UsageException">The variable or the configuration file is invalid.</exception>
    public static bool IsKept(ProcessEnvironment environment) => environment.Variable(Variable)?.ToLowerInvariant() switch
    {
        null or "" => UserConfiguration.Read(environment).KeepsHistory,
        "yes" or "1" or "on" or "true" => true,
        "no" or "0" or "off" or "false" => false,
        var other => throw new UsageException($"{Variable}: \"{SafeText.Escape(other)}\" is neither yes nor no."),
    };

    /// <summary>Adds rows in one transaction, and deletes the oldest above the limits.</summary>
    /// <exception cref="HistoryException">The file cannot be written; it is unchanged.</exception>
    public void Add(IEnumerable<HistoryRow> rows) => Use("written", isNew: true, database =>
    {
        database.Execute("BEGIN IMMEDIATE");
        if (!HasTable(database)) database.Execute(Create);
        using (var insert = database.Prepare(
            $"INSERT INTO transfer ({Columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"))
        {
            var added = 0;
            foreach (var row in rows)
            {
                Bind(insert, row);
                insert.Step();
                insert.Reset();
                if (++added % RowsPerTrim == 0) Trim(database);
            }
        }
        Trim(database);
        database.Execute("COMMIT");
        return true;
    });

    /// <summary>Returns rows, the newest first; empty if there is no history.</summary>
    /// <param name="since">Only files that finished then or later; null for all.</param>
    /// <param name="onlyFailed">Whether to leave out files with exit code 0.</param>
    /// <param name="most">The number of rows to return at most.</param>
    /// <exception cref="HistoryException">The file cannot be read.</exception>
    public IReadOnlyList<HistoryRow> Read(DateTimeOffset? since, bool onlyFailed, int most) => Use("read", isNew: false, database =>
    {
        var rows = new List<HistoryRow>();
        if (!HasTable(database)) return rows;
        using var select = database.Prepare(
            $"SELECT {Columns} FROM transfer WHERE finished >= ?1 AND (?2 = 0 OR exit_code <> 0) ORDER BY finished DESC, id DESC LIMIT ?3");
        select.Bind(1, since?.ToUnixTimeMilliseconds() ?? long.MinValue);
        select.Bind(2, onlyFailed ? 1 : 0);
        select.Bind(3, most);
        while (select.Step()) rows.Add(RowOf(select));
        return rows;
    }) ?? [];

    /// <summary>Deletes all rows; a damaged file is deleted.</summary>
    /// <returns>The number of rows; null if the file was damaged.</returns>
    /// <exception cref="HistoryException">The file cannot be changed.</exception>
    public long? Clear()
    {
        try
        {
            return Use("cleared", isNew: false, database =>
            {
                database.Execute("BEGIN IMMEDIATE");
                var count = HasTable(database) ? database.Number("SELECT count(*) FROM transfer") ?? 0 : 0;
                if (count > 0) database.Execute("DELETE FROM transfer");
                database.Execute("COMMIT");
                if (count > 0) database.Execute("VACUUM");
                return count;
            });
        }
        catch (HistoryException e) when (e.IsDamaged)
        {
            return Try<long?>("cleared", () =>
            {
                // The journal first: it must not be applied to the next file of that name.
                LocalChanges.Delete(path + "-journal");
                LocalChanges.Delete(path);
                return null;
            });
        }
    }

    private static void Bind(HistoryDatabase.Statement insert, HistoryRow row)
    {
        insert.Bind(1, row.Finished.ToUnixTimeMilliseconds());
        insert.Bind(2, row.Command);
        insert.Bind(3, row.Source);
        insert.Bind(4, row.Target);
        insert.Bind(5, row.Size);
        insert.Bind(6, row.BytesFetched);
        insert.Bind(7, row.BytesReused);
        insert.Bind(8, (long)row.Elapsed.TotalMilliseconds);
        insert.Bind(9, row.PeakStreams);
        insert.Bind(10, row.VerifiedBy);
        insert.Bind(11, JsonLines.Name(row.Assurance));
        insert.Bind(12, row.Sha256);
        insert.Bind(13, row.ExitCode);
        insert.Bind(14, row.Message);
    }

    private static HistoryRow RowOf(HistoryDatabase.Statement select) => new()
    {
        Finished = DateTimeOffset.FromUnixTimeMilliseconds(select.Integer(0)),
        Command = select.Text(1) ?? "",
        Source = select.Text(2) ?? "",
        Target = select.Text(3) ?? "",
        Size = select.Integer(4),
        BytesFetched = select.Integer(5),
        BytesReused = select.Integer(6),
        Elapsed = TimeSpan.FromMilliseconds(select.Integer(7)),
        PeakStreams = select.IsNull(8) ? null : checked((int)select.Integer(8)),
        VerifiedBy = select.Text(9) ?? "",
        Assurance = Enum.TryParse<Assurance>(select.Text(10), ignoreCase: true, out var assurance) ? assurance : null,
        Sha256 = select.Text(11),
        ExitCode = checked((int)select.Integer(12)),
        Message = select.Text(13),
    };

    private bool HasTable(HistoryDatabase database) => database.Number("PRAGMA user_version") switch
    {
        0 => false,
        Schema => true,
        _ => throw new HistoryException(
            $"The history {SafeText.Escape(path)} was written by a newer version of ftpx and is left unchanged."),
    };

    // By number first, which needs no count. Then by tenths of what is left, until the pages in use fit.
    private void Trim(HistoryDatabase database)
    {
        database.Execute($"DELETE FROM transfer WHERE id <= (SELECT max(id) FROM transfer) - {MostRows}");
        while (UsedPages() * database.Number("PRAGMA page_size") > MostBytes && database.Number("SELECT max(id) FROM transfer") is > 0)
            database.Execute("DELETE FROM transfer WHERE id <= (SELECT min(id) + (max(id) - min(id)) / 10 FROM transfer)");

        long? UsedPages() => database.Number("PRAGMA page_count") - database.Number("PRAGMA freelist_count");
    }

    private T? Use<T>(string verb, bool isNew, Func<HistoryDatabase, T> use) => Try(verb, () =>
    {
        if (isNew) CreateFile();
        else if (!File.Exists(path)) return default;
        using var database = HistoryDatabase.Open(path, Patience);
        return use(database);
    });

    // SQLite gives its journal the mode of the file, and the file itself the mode 0644.
    private void CreateFile()
    {
        if (File.Exists(path)) return;
        UserFolder.MakePrivate(System.IO.Path.GetDirectoryName(path)!);
        var options = new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.ReadWrite, Share = FileShare.ReadWrite };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        new FileStream(path, options).Dispose();
    }

    private T Try<T>(string verb, Func<T> act)
    {
        var attempt = $"The history {SafeText.Escape(path)} could not be {verb}";
        try
        {
            return act();
        }
        catch (SqliteCallException e)
        {
            // The result codes CORRUPT and NOTADB.
            throw new HistoryException($"{attempt}: {SafeText.Escape(e.Message)}. {AdviceFor(e.Code)}", isDamaged: e.Code is 11 or 26);
        }
        catch (Exception e) when (e is StorageException or IOException or UnauthorizedAccessException)
        {
            throw new HistoryException($"{attempt}: {SafeText.Escape(e.Message)}");
        }
    }

    // SQLite's primary result codes, as the ledger explains them.
    private string AdviceFor(int code) => code switch
    {
        5 or 6 => $"Another process has held it for {Format.Took(Patience)}.",
        11 or 26 => "To start a new one, run: ftpx history --clear.",
        13 => "Free some space on the disk.",
        3 or 8 or 14 or 23 => "Check that you may write to the file and its folder.",
        10 => "The disk reports an error; see the system log.",
        _ => $"To turn the history off, set {Variable}=no.",
    };
}
