namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Checks that every file becomes delivered while there are no kills and no changes, and then compares ledger, disk, names and effects.
/// </summary>
internal sealed class CalmCheck(CrashFixture fixture, CrashLedger ledger)
{
    // Thirty times the longest time that was measured with sixty files to fetch, on a machine with other work. What is stuck stays so.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(9);

    /// <summary>Runs a service until it has nothing to do, stops it, and checks the result.</summary>
    /// <returns>Deliveries, and lines and commands that came more than once.</returns>
    /// <exception cref="BrokenPromiseException">Something is missing, twice, wrong or left over.</exception>
    public async Task<(int Delivered, int Repeated)> RunAsync()
    {
        var began = DateTime.UtcNow;
        await using (var daemon = new Daemon(fixture.Data))
        {
            while (await WhatIsOpenAsync() is { Count: > 0 } open)
            {
                fixture.Check();
                if (daemon.HasExited) await daemon.EndAsync();
                if (DateTime.UtcNow - began > Patience) throw new BrokenPromiseException($"After {Patience.TotalMinutes:0} quiet minutes this is not done: {string.Join("; ", open.Take(10))}");
                await Task.Delay(100);
            }
            await daemon.StopAsync();
        }
        await using var connection = await ledger.OpenLeftAsync();
        var rows = await LedgerEye.DeliveriesAsync(connection);
        var arrivals = await fixture.Arrivals.AllAsync();
        DeliveryChecks.Compare(rows, arrivals);
        await DeliveryChecks.CompareDiskAsync(fixture);
        CompareVersions();
        if (await LedgerEye.LeasesAsync(connection) is > 0 and var leases) throw new BrokenPromiseException($"{leases} leases or sessions are in the ledger, although no service runs.");
        return (rows.Count, await CompareEffectsAsync(rows, await LedgerEye.NameAsync(connection)));
    }

    private async Task<List<string>> WhatIsOpenAsync()
    {
        var missing = fixture.Arrivals.Missing(fixture.Store.Listed);
        if (missing > 0) return [$"{missing} files are not there", .. await ReadAsync()];
        return await ReadAsync();

        async Task<List<string>> ReadAsync()
        {
            try
            {
                await using var connection = await ledger.OpenAsync();
                return await LedgerEye.OpenAsync(connection);
            }
            catch (DbException e)
            {
                return [$"the ledger cannot be read: {e.Message}"];
            }
        }
    }

    // The watch has checked each file as it arrived; this is the current state.
    private void CompareVersions()
    {
        foreach (var local in Directory.EnumerateFiles(fixture.Target, "*.bin", SearchOption.AllDirectories))
        {
            var file = new FileInfo(local);
            if (fixture.Store.Find(local, file.Length, file.LastWriteTimeUtc).Count == 0) throw new BrokenPromiseException($"{local} is there and is nothing that the server ever had.");
        }
    }

    private async Task<int> CompareEffectsAsync(List<DeliveredRow> rows, string name)
    {
        var lines = await LinesAsync(fixture.Manifest);
        var manifest = lines.Select(line => JsonDocument.Parse(line).RootElement).Select(line => (Id: line.GetProperty("event").GetString()!, Path: line.GetProperty("path").GetString()!, Size: line.GetProperty("size").GetInt64())).ToList();
        var commands = (await LinesAsync(fixture.Commands)).Select(line => line.Split(' ')[0]).ToList();
        var marked = Path.Combine(fixture.Target, "marked") + Path.DirectorySeparatorChar;
        Compare("manifest", manifest.Select(line => line.Id).ToHashSet(), row => !row.Path.StartsWith(marked, StringComparison.Ordinal));
        Compare("command", commands.ToHashSet(), row => row.Path.StartsWith(marked, StringComparison.Ordinal));
        var byId = rows.ToDictionary(row => $"{name}/{row.Id}/manifest");
        if (manifest.Find(line => byId[line.Id].Path != line.Path || byId[line.Id].Size != line.Size) is { Id: not null } wrong) throw new BrokenPromiseException($"The manifest's line {wrong.Id} is not that delivery's.");
        return lines.Count + commands.Count - rows.Count;

        void Compare(string kind, HashSet<string> told, Func<DeliveredRow, bool> isOf)
        {
            var wanted = rows.Where(isOf).Select(row => $"{name}/{row.Id}/{kind}").ToHashSet();
            if (wanted.Except(told).FirstOrDefault() is { } missing) throw new BrokenPromiseException($"The {kind} of {missing} was never carried out.");
            if (told.Except(wanted).FirstOrDefault() is { } unknown) throw new BrokenPromiseException($"A {kind} was carried out for {unknown}, which is no delivery.");
        }
    }

    private static async Task<IReadOnlyList<string>> LinesAsync(string path)
    {
        if (!File.Exists(path)) return [];
        var text = await File.ReadAllTextAsync(path);
        if (text.Length > 0 && text[^1] != '\n') throw new BrokenPromiseException($"{path} ends within a line.");
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
