namespace Accelerator.Soak.Tests.Days;

/// <summary>The checks when the days are over and the service had time to catch up.</summary>
/// <param name="producer">What was on the server, and when.</param>
/// <param name="outages">The times in which the service could not be expected to fetch a file.</param>
/// <param name="rows">All deliveries, including those that the ledger has deleted by now.</param>
internal sealed class DayCheck(DayFixture fixture, CrashLedger ledger, DayProducer producer, Outages outages, List<DeliveredRow> rows)
{
    // Two polls of the slower job and the longest back-off of a server: a file that existed that long without an outage must be delivered.
    private static readonly TimeSpan Enough = TimeSpan.FromMinutes(30);

    public async Task<string> RunAsync(DateTimeOffset end)
    {
        var arrivals = await fixture.Arrivals.AllAsync();
        DeliveryChecks.Compare(rows, arrivals);
        await using var connection = await ledger.OpenAsync();
        var vanished = await LedgerEye.VanishedAsync(connection);
        var lost = CheckDelivered(end, arrivals.Select(arrival => arrival.Path).ToHashSet(StringComparer.Ordinal));
        await DeliveryChecks.CompareDiskAsync(fixture);
        if (await LedgerEye.OpenAsync(connection) is { Count: > 0 } open) throw new BrokenPromiseException($"In the end this is not done: {string.Join("; ", open.Take(10))}");
        var lines = await File.ReadAllLinesAsync(fixture.Manifest);
        var told = lines.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("event").GetString()).ToHashSet(StringComparer.Ordinal);
        if (told.Count != rows.Count) throw new BrokenPromiseException($"{rows.Count} files were delivered, and the manifest has {told.Count}.");
        var (files, folders) = await LedgerEye.SizesAsync(connection);
        return $"{producer.Whole.Count} files on the server, {rows.Count} deliveries, none lost, none twice; {lost} were taken away before they could come, {vanished} of them are named as vanished; "
            + $"the ledger remembers {files} files and {folders} folders.";
    }

    private int CheckDelivered(DateTimeOffset end, HashSet<string> arrived)
    {
        var lost = 0;
        foreach (var (path, (from, to)) in producer.Whole)
        {
            if (arrived.Contains(fixture.Store.LocalOf(path))) continue;
            var gone = to < fixture.Clock.GetUtcNow() ? to : fixture.Clock.GetUtcNow();
            if (gone == fixture.Clock.GetUtcNow() || outages.WellTime(from, gone) >= Enough)
                throw new BrokenPromiseException($"{path} was whole from {from:MM-dd HH:mm} to {gone:MM-dd HH:mm}, {outages.WellTime(from, gone)} of it in good times, and was not delivered (the producers ended at {end:MM-dd HH:mm}).");
            lost++;
        }
        return lost;
    }
}
