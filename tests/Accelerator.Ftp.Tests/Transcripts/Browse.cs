using Accelerator.Ftp.Listings;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>What the client does in every transcript of <c>browsing</c>: lists a folder, fetches a listed file, leaves another one early, fetches the first again.</summary>
internal static class Browse
{
    public static async Task<BrowseResult> RunAsync(FtpConnector connector, string folderName, CancellationToken cancellationToken)
    {
        var folder = FtpPath.FromText(folderName, FtpCharsets.Utf8);
        var session = await connector.ConnectAsync(null, cancellationToken);
        await using var closing = session;
        var (entries, outcome) = await ListAsync(session, folder, cancellationToken);
        var small = Find("small.bin");
        var large = Find("large.bin");
        var result = new BrowseResult
        {
            Entries = string.Join(" | ", entries.OrderBy(entry => entry.Name.Text, StringComparer.Ordinal).Select(Describe)),
            IsComplete = outcome.IsComplete,
            IsWhole = await FetchAsync(session, small, cancellationToken),
            CouldLeave = await LeaveAsync(session, large, cancellationToken),
            IsWholeAfterLeaving = await FetchAsync(session, small, cancellationToken),
        };
        await session.QuitAsync();
        return result;

        // By the bytes that were listed: a mainframe's are in capitals.
        FtpPath Find(string name) => folder.Child(entries.Single(entry => entry.Name.Text.Equals(name, StringComparison.OrdinalIgnoreCase)).Name);
    }

    private static string Describe(ListingEntry entry) => $"{entry.Kind.ToString().ToLowerInvariant()} {entry.Size?.ToString() ?? "-"} {entry.Name}";

    private static async Task<(List<ListingEntry> Entries, ListingOutcome Outcome)> ListAsync(FtpSession session, FtpPath folder, CancellationToken cancellationToken)
    {
        await using var listing = await session.ListAsync(folder, 1000, cancellationToken);
        var entries = new List<ListingEntry>();
        await foreach (var entry in listing.EntriesAsync(cancellationToken)) entries.Add(entry);
        return (entries, listing.Outcome!);
    }

    private static async Task<bool> FetchAsync(FtpSession session, FtpPath file, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(file, 0, null, cancellationToken);
        var isRight = (await Visit.ReadAsync(transfer, Visit.SmallLength + 1)).SequenceEqual(Visit.Content(0, Visit.SmallLength));
        return await transfer.CompleteAsync(cancellationToken) is { IsSuccess: true } && isRight && session.IsUsable;
    }

    private static async Task<bool> LeaveAsync(FtpSession session, FtpPath file, CancellationToken cancellationToken)
    {
        await using var transfer = await session.RetrieveAsync(file, 0, null, cancellationToken);
        var isRight = (await Visit.ReadAsync(transfer, 1000)).SequenceEqual(Visit.Content(0, 1000));
        return await transfer.AbandonAsync(cancellationToken) && isRight && session.IsUsable;
    }
}
