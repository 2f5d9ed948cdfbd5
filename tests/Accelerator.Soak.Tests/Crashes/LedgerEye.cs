namespace Accelerator.Soak.Tests.Crashes;

/// <summary>Reads the ledger's tables directly, without the product's code.</summary>
internal static class LedgerEye
{
    /// <summary>Reads every delivery after one: its path, the version's time and length, and its number.</summary>
    public static Task<List<DeliveredRow>> DeliveriesAsync(DbConnection connection, long after = 0) => QueryAsync(
        connection, $"SELECT id, final_path, size, modified, version FROM delivery WHERE id > {after} ORDER BY id",
        row => new DeliveredRow(row.GetInt64(0), row.GetString(1), row.GetInt64(2), row.IsDBNull(3) ? "" : row.GetString(3), row.GetInt64(4)));

    /// <summary>
    /// Lists the files that a worker holds or that wait for one, and the effects that are still to be done after deliveries.
    /// </summary>
    public static async Task<List<string>> OpenAsync(DbConnection connection)
    {
        var files = await QueryAsync(
            connection, "SELECT state, name, error, missing FROM file WHERE state NOT IN ('published', 'vanished')", row => $"{row.GetString(1)} is {row.GetString(0)} {(row.IsDBNull(2) ? "" : row.GetString(2))} ({row.GetInt64(3)} looks missed it)");
        var effects = await QueryAsync(connection, "SELECT kind, delivery_id, error FROM effect WHERE outcome IS NULL OR outcome <> 'done'", row => $"{row.GetString(0)} of delivery {row.GetInt64(1)} is not done {(row.IsDBNull(2) ? "" : row.GetString(2))}");
        return [.. files, .. effects];
    }

    /// <summary>Counts the files that a worker holds.</summary>
    public static async Task<long> InProgressAsync(DbConnection connection) => (await QueryAsync(connection, "SELECT count(*) FROM file WHERE state IN ('transferring', 'verified')", row => row.GetInt64(0)))[0];

    /// <summary>Counts the files that a worker holds or that wait for one.</summary>
    public static async Task<long> UnfinishedAsync(DbConnection connection) =>
        (await QueryAsync(connection, "SELECT count(*) FROM file WHERE state IN ('queued', 'transferring', 'verified')", row => row.GetInt64(0)))[0];

    /// <summary>Counts the files that a node holds.</summary>
    public static async Task<long> HeldByAsync(DbConnection connection, string node) =>
        (await QueryAsync(connection, $"SELECT count(*) FROM file WHERE state IN ('transferring', 'verified') AND lease_owner LIKE '{node}/%'", row => row.GetInt64(0)))[0];

    /// <summary>Counts the files that were gone before they were delivered, as far as the ledger still has them.</summary>
    public static async Task<long> VanishedAsync(DbConnection connection) => (await QueryAsync(connection, "SELECT count(*) FROM file WHERE state = 'vanished'", row => row.GetInt64(0)))[0];

    /// <summary>Counts the files and folders in the ledger.</summary>
    public static async Task<(long Files, long Folders)> SizesAsync(DbConnection connection) =>
        (await QueryAsync(connection, "SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM folder)", row => (row.GetInt64(0), row.GetInt64(1))))[0];

    public static async Task<long> LeasesAsync(DbConnection connection) =>
        (await QueryAsync(connection, "SELECT (SELECT count(*) FROM slot) + (SELECT count(*) FROM file WHERE lease_owner IS NOT NULL) + (SELECT count(*) FROM effect WHERE lease_owner IS NOT NULL)", row => row.GetInt64(0)))[0];

    public static async Task<string> NameAsync(DbConnection connection) => (await QueryAsync(connection, "SELECT value FROM meta WHERE name = 'ledger'", row => row.GetString(0)))[0];

    /// <summary>Determines from the ledger and the disk at which point a kill came.</summary>
    public static async Task<CrashTrace> TraceAsync(DbConnection connection)
    {
        try
        {
            var names = await QueryAsync(connection, "SELECT part_path, final_path FROM file WHERE state = 'verified'", row => (Part: row.GetString(0), Final: row.GetString(1)));
            var transferring = (await QueryAsync(connection, "SELECT count(*) FROM file WHERE state = 'transferring'", row => row.GetInt64(0)))[0];
            var effects = (await QueryAsync(connection, "SELECT count(*) FROM effect WHERE outcome IS NULL AND lease_owner IS NOT NULL", row => row.GetInt64(0)))[0];
            return new CrashTrace(names.Count(file => File.Exists(file.Part)), names.Count(file => !File.Exists(file.Part)), transferring > 0, effects > 0);
        }
        catch (DbException)
        {
            // The service was killed before the tables were created.
            return default;
        }
    }

    private static async Task<List<T>> QueryAsync<T>(DbConnection connection, string sql, Func<DbDataReader, T> read)
    {
        var rows = new List<T>();
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync()) rows.Add(read(reader));
        return rows;
    }
}

/// <summary>A delivery as the ledger records it.</summary>
/// <param name="Modified">Fourteen digits.</param>
internal sealed record DeliveredRow(long Id, string Path, long Size, string Modified, long Version);
