using Microsoft.Data.Sqlite;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>
/// How SQLite answers the queries of the status page: along an index that has every column that is read from many rows, so that the time of
/// an answer does not depend on the size of the ledger.
/// </summary>
public sealed class SqlitePlanTests : LedgerContract
{
    private const string OfDeliveries = "USING COVERING INDEX delivery_seen (job=?";
    private const string OfFiles = "USING COVERING INDEX file_pending";

    private static readonly FileSearch Search = new(Job, "x", new FileCursor(DateTimeOffset.UnixEpoch, 1));

    public static TheoryData<string, string> Queries => new()
    {
        { LedgerSearch.Near(Search), $"{OfDeliveries} AND published_at<?)" },
        { LedgerSearch.Near(Search with { Before = null }), $"{OfDeliveries})" },
        { LedgerSearch.NearOpen(Search), $"{OfFiles} (changed_at<?)" },
        { LedgerSearch.NearOpen(Search with { Before = null }), OfFiles },
        { ProductLedger.Arrivals, $"{OfDeliveries} AND published_at>?)" },
        { ProductLedger.Pending, OfFiles },
        { ProductLedger.Pending, "USING COVERING INDEX file_lost (folder_id=? AND first_seen>?)" },
        { LedgerReport.Standings, OfFiles },
        { LedgerReport.Standings, $"{OfDeliveries})" },
        { LedgerReport.Delivered, $"{OfDeliveries} AND published_at>?)" },
        { LedgerReport.DeliveredByTime, $"{OfDeliveries} AND published_at>? AND published_at<?)" },
    };

    [Theory]
    [MemberData(nameof(Queries))]
    public async Task A_query_of_the_page_reads_an_index_and_no_row_of_a_large_table(string query, string index)
    {
        var plan = await PlanAsync(query);
        Assert.Contains(plan, step => step.Contains(index, StringComparison.Ordinal));
        var large = plan.Where(step => step.Split(' ').Any(word => word is "file" or "delivery")).ToList();
        Assert.NotEmpty(large);
        Assert.All(large, step => Assert.Contains("USING COVERING INDEX", step, StringComparison.Ordinal));
        // The order is that of the index: nothing is sorted before the limit applies.
        if (query.Contains("DESC", StringComparison.Ordinal)) Assert.DoesNotContain(plan, step => step.Contains("ORDER BY", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_measurements_of_one_server_are_found_by_their_index() =>
        Assert.Contains(await PlanAsync(PathLedger.List("a")), step => step.Contains("USING INDEX measurement_server (server=? AND at>?)", StringComparison.Ordinal));

    /// <summary>Programs from before these indexes had others, which these contain.</summary>
    [Fact]
    public async Task A_ledger_without_the_indexes_gets_them_and_loses_those_that_they_replace()
    {
        foreach (var index in (string[])["delivery_seen", "file_pending", "file_lost"]) await Place.ExecuteAsync($"DROP INDEX {index}");
        await Place.ExecuteAsync("CREATE INDEX delivery_job ON delivery (job, published_at, size)");
        await Place.ExecuteAsync("CREATE INDEX file_open ON file (changed_at)");
        await DeliveredAsync("one");
        var opened = await OpenAsync();
        Assert.Equal("one", Assert.Single((await opened.Search.DeliveredAsync(new FileSearch(Job, "one", null), None)).Files).Name);
        var indexes = await RowsAsync("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL", 0);
        Assert.Contains("delivery_seen", indexes);
        Assert.Contains("file_pending", indexes);
        Assert.Contains("file_lost", indexes);
        Assert.DoesNotContain("delivery_job", indexes);
        Assert.DoesNotContain("file_open", indexes);
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private Task<List<string>> PlanAsync(string query) => RowsAsync($"EXPLAIN QUERY PLAN {query}", 3);

    private async Task<List<string>> RowsAsync(string query, int column)
    {
        await using var connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = ((SqlitePlace)Place).Path, Pooling = false }.ToString());
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = query;
        foreach (var name in (string[])["job", "at", "id", "since", "start", "end", "width", "server", "most"]) command.Parameters.AddWithValue($"@{name}", 1);
        await using var reader = await command.ExecuteReaderAsync();
        var rows = new List<string>();
        while (await reader.ReadAsync()) rows.Add(reader.GetString(column));
        return rows;
    }
}
