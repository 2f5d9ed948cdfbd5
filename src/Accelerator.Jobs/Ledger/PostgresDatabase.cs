using System.Data.Common;
using System.Security.Authentication;
using Npgsql;

namespace Accelerator.Jobs.Ledger;

/// <summary>The ledger in PostgreSQL, for several nodes. It needs a database or a schema (<c>Search Path</c>) of its own.</summary>
public sealed class PostgresDatabase : LedgerDatabase
{
    private const int BatchSize = 500;

    // Any number that is not used by others in this database: "ftpxd" and 1.
    private const long CreationKey = 0x6674707864_0001;

    private readonly NpgsqlDataSource _source;
    private readonly string _protection;

    /// <param name="connection">Npgsql's connection string.</param>
    /// <param name="isReadOnly">Whether to open the ledger read-only, for example with an account that may only read.</param>
    /// <exception cref="LedgerException">The connection string is not valid.</exception>
    public PostgresDatabase(string connection, bool isReadOnly = false) : base(isReadOnly)
    {
        var effective = PostgresConnection.Of(connection);
        _protection = effective.Protection;
        var text = effective.Settings();
        // The driver prepares repeated statements; "Max Auto Prepare=0" is for a pooler that does not support that.
        if (!PostgresConnection.Sets(text, "Max Auto Prepare")) text.MaxAutoPrepare = 64;
        if (!PostgresConnection.Sets(text, "Application Name")) text.ApplicationName = "ftpxd";
        Place = $"the ledger in PostgreSQL at {text.Host}:{text.Port}, database {text.Database ?? text.Username}";
        try
        {
            _source = NpgsqlDataSource.Create(text);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException or KeyNotFoundException)
        {
            throw PostgresConnection.Invalid();
        }
    }

    public override string Place { get; }

    public override bool IsShared => true;

    internal override string ScheduleTables => QuartzTables.Statements;

    // As a scalar subquery it is evaluated once per statement, and an index can be searched by it.
    internal override string Now => "(SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint))";

    internal override string SkipLocked => " FOR UPDATE SKIP LOCKED";

    internal override string ForUpdate => " FOR UPDATE";

    internal override string? CreationLock => $"SELECT pg_advisory_xact_lock({CreationKey})";

    internal override string CountMeta => "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'meta'";

    internal override string WithColumnTypes(string schema) =>
        schema.Replace("{key}", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY").Replace("{int}", "bigint")
            .Replace("{text}", "text COLLATE \"C\"")
            // Leaves room in each page for a row's next version.
            .Replace("{updated}", " WITH (fillfactor = 80)")
            // An entry of an index has at most 2704 bytes, which a long folder and a long name together exceed.
            .Replace("{wide}", "");

    internal override async Task<LedgerLine> OpenReaderAsync(CancellationToken cancellationToken) =>
        new(await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false), prepared: null, giveBack: null);

    internal override Task<LedgerLine> OpenWriterAsync(CancellationToken cancellationToken) => OpenReaderAsync(cancellationToken);

    internal override async Task<int> ExecuteManyAsync(LedgerSession session, string sql, IEnumerable<(string Name, object? Value)[]> rows)
    {
        // A batch is one round trip, however many commands it holds.
        var changed = 0;
        foreach (var chunk in rows.Chunk(BatchSize))
        {
            var batch = session.Line.Connection.CreateBatch();
            await using (batch.ConfigureAwait(false))
            {
                batch.Transaction = session.Transaction;
                foreach (var row in chunk)
                {
                    var command = batch.CreateBatchCommand();
                    command.CommandText = sql;
                    foreach (var (name, value) in row) command.Parameters.Add(new NpgsqlParameter(name, LedgerSession.Stored(value)));
                    batch.BatchCommands.Add(command);
                }
                changed += await batch.ExecuteNonQueryAsync(session.CancellationToken).ConfigureAwait(false);
            }
        }
        return changed;
    }

    internal override bool IsTaken(DbException exception, string index, string column) =>
        exception is PostgresException { SqlState: PostgresErrorCodes.UniqueViolation } violation && violation.ConstraintName == index;

    internal override LedgerException Explain(string attempt, DbException exception)
    {
        var state = exception.SqlState ?? "";
        var isLost = exception is NpgsqlException and not PostgresException;
        var advice = state switch
        {
            "28P01" or "28000" => "Check that the credential of the ledger has the right user and password, "
                + "and that the server's pg_hba.conf allows this computer",
            "3D000" => "Create the database first",
            "3F000" => "Create the schema first, and select it with Search Path",
            "42501" => "The account has no permission: grant it the tables, or make it the owner of the schema",
            "42P07" => "Other tables have these names: give the ledger its own database or schema",
            "53100" => "The server's disk is full. Free some space; nothing is delivered until then",
            "25006" => "This server is read-only. If it is a standby, set the connection string to the primary",
            _ when IsRefused(exception) => $"The settings are ({_protection.TrimEnd('.')}). If this server cannot do that, "
                + "set SSL Mode or Require Auth in the connection string (docs/ledger.md)",
            _ when isLost => "Check that the server is running and reachable. ftpxd tries again",
            _ when exception.IsTransient || IsTransientState(state) => "This is tried again",
            _ => "See the log of the server",
        };
        return new LedgerException($"Could not {attempt} in {Place}: {exception.Message.TrimEnd('.')}. {advice}.",
            isLost || exception.IsTransient || IsTransientState(state), exception);
    }

    public override ValueTask DisposeAsync() => _source.DisposeAsync();

    // The server answered, and this side ended the connection: the server declined TLS, its certificate is not trusted, or it requested a
    // form of authentication that is not admitted. With several hosts the causes are in the inner exception.
    private static bool IsRefused(Exception exception) => exception is NpgsqlException and not PostgresException
        && exception.InnerException switch
        {
            null or AuthenticationException => true,
            AggregateException several => several.InnerExceptions.Any(IsRefused),
            _ => false,
        };

    // Connection lost (08), serialization and deadlock (40), too many connections or out of memory (53), stopped or starting (57P), a lock
    // that was not granted (55P03), a transaction that was idle for too long (25P03), and a primary that has become a standby (25006).
    private static bool IsTransientState(string state) =>
        state.StartsWith("08", StringComparison.Ordinal) || state is "40001" or "40P01" or "55P03" or "25P03" or "25006"
            || state.StartsWith("53", StringComparison.Ordinal) || state.StartsWith("57P", StringComparison.Ordinal);
}
