namespace Accelerator.Soak.Tests.Crashes;

/// <summary>Checks of every service that has become idle: its ledger, the names that appeared and the disk agree.</summary>
internal static class DeliveryChecks
{
    /// <summary>Compares the ledger's deliveries with the names that were seen to appear.</summary>
    /// <exception cref="BrokenPromiseException">A delivery is missing on either side, or occurs twice.</exception>
    public static void Compare(List<DeliveredRow> rows, IReadOnlyList<(string Path, DateTime Modified)> arrivals)
    {
        var twice = rows.GroupBy(row => (row.Path, row.Modified)).FirstOrDefault(group => group.Count() > 1);
        if (twice is not null) throw new BrokenPromiseException($"The ledger has {twice.Key.Path} of {twice.Key.Modified} {twice.Count()} times: {string.Join(", ", twice)}");
        var known = rows.Select(row => (row.Path, row.Modified)).ToHashSet();
        var seen = arrivals.Select(arrival => (arrival.Path, Modified: SourceStore.Text(arrival.Modified))).ToHashSet();
        foreach (var (path, modified) in seen.Except(known)) throw new BrokenPromiseException($"{path} of {modified} was put in place, and the ledger has no delivery of it.");
        foreach (var (path, modified) in known.Except(seen)) throw new BrokenPromiseException($"The ledger has {path} of {modified}, which never appeared.");
    }

    /// <summary>Compares the delivered files with the server's.</summary>
    /// <exception cref="BrokenPromiseException">A file differs from the server's, or something is left beside them.</exception>
    public static async Task CompareDiskAsync(ServiceFixture fixture)
    {
        foreach (var (path, state) in fixture.Store.Listed)
        {
            var local = fixture.Store.LocalOf(path);
            if (await state.Content.FirstDifferenceAsync(local, CancellationToken.None) is { } offset)
                throw new BrokenPromiseException($"{local} is not what the server has: it differs at {offset}.");
        }
        if (fixture.Leftovers() is [var left, ..]) throw new BrokenPromiseException($"{fixture.Leftovers().Count} files are left beside the delivered ones: {left}");
    }
}
