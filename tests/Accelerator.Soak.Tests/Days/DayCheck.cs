using System.Text.Json;
using Accelerator.Loopback;
using Accelerator.Soak.Tests.Crashes;

namespace Accelerator.Soak.Tests.Days;

/// <summary>What must be true when the days are over and the service had time to catch up.</summary>
/// <param name="scene">The scene.</param>
/// <param name="ledger">The ledger.</param>
/// <param name="producer">What was on the server, and when.</param>
/// <param name="outages">When the service could not be expected to fetch it.</param>
/// <param name="rows">All deliveries, those too that the ledger has forgotten by now.</param>
internal sealed class DayCheck(DayScene scene, CrashLedger ledger, DayProducer producer, Outages outages, List<DeliveredRow> rows)
{
    // Two looks of the slower job and the longest rest of a server: a file that was there so long in good times must be delivered.
    private static readonly TimeSpan Enough = TimeSpan.FromMinutes(30);

    public async Task<string> RunAsync(DateTimeOffset end)
    {
        var arrivals = (await scene.Arrivals.AllAsync()).Select(arrival => (arrival.Path, Modified: SourceStore.Text(arrival.Modified))).ToHashSet();
        var known = rows.Select(row => (row.Path, row.Modified)).ToHashSet();
        if (rows.Count != known.Count) throw new BrokenPromiseException($"The ledger has {rows.Count - known.Count} deliveries twice.");
        foreach (var (path, modified) in arrivals.Except(known)) throw new BrokenPromiseException($"{path} of {modified} was put in place, and the ledger has no delivery of it.");
        foreach (var (path, modified) in known.Except(arrivals)) throw new BrokenPromiseException($"The ledger has {path} of {modified}, which never appeared.");

        await using var connection = await ledger.OpenAsync();
        var vanished = await LedgerEye.VanishedAsync(connection);
        var lost = CheckDelivered(end, arrivals.Select(arrival => arrival.Path).ToHashSet(StringComparer.Ordinal));
        foreach (var (path, state) in scene.Store.Listed)
        {
            if (await state.Content.FirstDifferenceAsync(scene.Store.LocalOf(path), CancellationToken.None) is { } offset)
                throw new BrokenPromiseException($"{scene.Store.LocalOf(path)} is not what the server has: it differs at {offset}.");
        }
        if (await LedgerEye.OpenAsync(connection) is { Count: > 0 } open) throw new BrokenPromiseException($"In the end this is not done: {string.Join("; ", open.Take(10))}");
        if (Directory.EnumerateFiles(scene.Target, "*.part*", SearchOption.AllDirectories).FirstOrDefault() is { } left) throw new BrokenPromiseException($"{left} is left.");
        var lines = await File.ReadAllLinesAsync(scene.Manifest);
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
            if (arrived.Contains(scene.Store.LocalOf(path))) continue;
            var gone = to < scene.Clock.GetUtcNow() ? to : scene.Clock.GetUtcNow();
            if (gone == scene.Clock.GetUtcNow() || outages.WellTime(from, gone) >= Enough)
                throw new BrokenPromiseException($"{path} was whole from {from:MM-dd HH:mm} to {gone:MM-dd HH:mm}, {outages.WellTime(from, gone)} of it in good times, and was not delivered (the producers ended at {end:MM-dd HH:mm}).");
            lost++;
        }
        return lost;
    }
}
