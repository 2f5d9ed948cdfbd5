namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>
/// The client's steps in every transcript of <c>browsing</c>: it lists a folder, fetches a listed file, abandons another one early, and
/// fetches the first again.
/// </summary>
internal static class Browse
{
    /// <summary>Returns kind, size and name of all entries, ordered by name, and the result of each step.</summary>
    public static async Task<string> RunAsync(FtpConnector connector, string folderName, CancellationToken cancellationToken)
    {
        var folder = FtpPath.FromText(folderName, FtpCharsets.Utf8);
        var session = await connector.ConnectAsync(null, cancellationToken);
        await using var closing = session;
        var (entries, outcome) = await ListAsync(session, folder, cancellationToken);
        var small = Find("small.bin");
        string[] steps =
        [
            .. entries.OrderBy(entry => entry.Name.Text, StringComparer.Ordinal).Select(Describe),
            $"complete {outcome.IsComplete}",
            $"whole {await Visit.FetchAsync(session, small, 0, null, cancellationToken) is >= 200 and < 300}",
            $"left {await Visit.LeaveAsync(session, Find("large.bin"), 0, cancellationToken)}",
            $"whole again {await Visit.FetchAsync(session, small, 0, null, cancellationToken) is >= 200 and < 300}",
        ];
        await session.QuitAsync();
        return string.Join('\n', steps);

        // Files are addressed by the listed bytes: a mainframe's names are in capitals.
        FtpPath Find(string name) => folder.Child(entries.Single(entry => entry.Name.Text.Equals(name, StringComparison.OrdinalIgnoreCase)).Name);
    }

    private static string Describe(ListingEntry entry) => $"{entry.Kind.ToString().ToLowerInvariant()} {entry.Size?.ToString() ?? "-"} {entry.Name}";

    private static async Task<(List<ListingEntry> Entries, ListingOutcome Outcome)> ListAsync(FtpSession session, FtpPath folder, CancellationToken cancellationToken)
    {
        await using var listing = await session.ListAsync(folder, 1000, cancellationToken);
        return (await listing.ReadAsync(cancellationToken), listing.Outcome!);
    }
}
