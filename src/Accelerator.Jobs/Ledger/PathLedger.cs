namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The measurements of network paths, and the files to measure with. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class PathLedger
{
    /// <summary>
    /// The table, created if there is none; not part of a schema version, because programs that do not know it keep working. rate and
    /// stream_rate are bytes per second, round_trip is in microseconds, and out_of_order in millionths of the received segments.
    /// </summary>
    internal const string Tables = """
        CREATE TABLE IF NOT EXISTS measurement (
            id {key}, server {text} NOT NULL, node {text} NOT NULL, at {int} NOT NULL, kind {text} NOT NULL, streams {int},
            rate {int} NOT NULL, stream_rate {int}, round_trip {int}, out_of_order {int}, bytes {int} NOT NULL, elapsed {int} NOT NULL);
        CREATE INDEX IF NOT EXISTS measurement_server ON measurement (server, at);
        """;

    private const double Micro = 1e6;

    private const string Columns =
        "server, node, at, kind, streams, rate, stream_rate, round_trip, out_of_order, bytes, elapsed";

    // The index of states gives the largest file of each folder without a scan.
    private const int NewestFolders = 50;

    // A folder that its job no longer polls, such as that of a past day, keeps the files that the server has deleted since. The last poll
    // of the same job decides: another job of the server may poll far more often.
    private const string Polled = """
        SELECT id FROM (SELECT id, look_finished, max(look_finished) OVER (PARTITION BY job) AS newest FROM folder
            WHERE server = @server) AS known
        WHERE look_finished >= newest - @day
        """;

    /// <summary>How long measurements are kept.</summary>
    public static readonly TimeSpan Keep = TimeSpan.FromDays(90);

    private readonly LedgerStore _store;

    internal PathLedger(LedgerStore store) => _store = store;

    /// <summary>Records a measurement, and removes those of the server that are older than <see cref="Keep"/>.</summary>
    public Task AddAsync(PathMeasurement one, CancellationToken cancellationToken) => _store.WriteAsync("record a measurement",
        async session =>
        {
            await session.ExecuteAsync("DELETE FROM measurement WHERE server = @server AND at < @old",
                ("server", one.Server), ("old", one.At - Keep)).ConfigureAwait(false);
            return await session.ExecuteAsync($"""
                INSERT INTO measurement ({Columns})
                VALUES (@server, @node, @at, @kind, @streams, @rate, @stream_rate, @round_trip, @out_of_order, @bytes, @elapsed)
                """,
                ("server", one.Server), ("node", one.Node), ("at", one.At), ("kind", one.Kind), ("streams", one.Streams),
                ("rate", one.Rate), ("stream_rate", one.StreamRate), ("round_trip", (long?)(one.RoundTrip * 1000)),
                ("out_of_order", (long?)(one.OutOfOrder * Micro)), ("bytes", one.Bytes), ("elapsed", (long)(one.Seconds * 1000)))
                .ConfigureAwait(false);
        }, cancellationToken);

    /// <summary>Returns measurements in the order of time.</summary>
    /// <param name="server">The server; null for all.</param>
    /// <param name="since">The earliest end.</param>
    /// <param name="most">The maximum number; the latest are returned.</param>
    public async Task<IReadOnlyList<PathMeasurement>> ListAsync(
        string? server, DateTimeOffset since, int most, CancellationToken cancellationToken)
    {
        var rows = await _store.ReadAsync("read the measurements", session => session.QueryAsync(List(server), Read,
            [("since", since), ("most", most), .. server is null ? [] : ((string, object?)[])[("server", server)]]),
            cancellationToken).ConfigureAwait(false);
        return [.. rows.AsEnumerable().Reverse()];
    }

    /// <summary>The query of <see cref="ListAsync"/>; the index of servers answers it for one of them.</summary>
    internal static string List(string? server) => $"""
        SELECT {Columns} FROM measurement WHERE {(server is null ? "" : "server = @server AND ")}at >= @since
        ORDER BY at DESC, id DESC LIMIT @most
        """;

    /// <summary>Returns a large file that was delivered from a server, is still listed there, and can be read again.</summary>
    /// <returns>The folder and the name as in the ledger, and the bytes; null if there is none.</returns>
    public async Task<(string Folder, string Name, long Size)?> LargestFileAsync(string server, CancellationToken cancellationToken)
    {
        var rows = await _store.ReadAsync("find a file to measure with", session => session.QueryAsync($"""
            SELECT folder.path, file.name, file.size FROM file JOIN folder ON folder.id = file.folder_id
            WHERE file.state = 'published' AND file.missing = 0 AND file.size > 0
                AND folder.id IN ({Polled} ORDER BY id DESC LIMIT {NewestFolders})
            ORDER BY file.size DESC LIMIT 1
            """, static row => (row.Text(0), row.Text(1), row.Long(2)), ("server", server), ("day", TimeSpan.FromDays(1))),
            cancellationToken).ConfigureAwait(false);
        return rows.Count == 0 ? null : rows[0];
    }

    private static PathMeasurement Read(LedgerRow row) => new()
    {
        Server = row.Text(0),
        Node = row.Text(1),
        At = row.Time(2),
        Kind = row.Text(3),
        Streams = checked((int?)row.LongOrNull(4)),
        Rate = row.Long(5),
        StreamRate = row.LongOrNull(6),
        RoundTrip = row.LongOrNull(7) / 1000.0,
        OutOfOrder = row.LongOrNull(8) / Micro,
        Bytes = row.Long(9),
        Seconds = row.Long(10) / 1000.0,
    };
}
