using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Tests.Listings;

/// <summary>The loopback server's listings over a whole session: the client can read every kind that the server produces.</summary>
public sealed class LoopbackListingTests
{
    public static IEnumerable<object[]> Forms =>
    [
        [new LoopbackOptions(), ListingForm.Facts],
        [new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst }, ListingForm.Unix],
        [new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, ListForm = LoopbackListForm.Dos }, ListingForm.Dos],
        [new LoopbackOptions { StrictSequence = true, Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst & ~LoopbackFeatures.Epsv }, ListingForm.Unix],
    ];

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task Every_listing_form_gives_the_same_folder(LoopbackOptions options, ListingForm form)
    {
        await using var server = LoopbackServer.Start(options);
        server.Files.AddConstant("/pub/ two  words", 5_000_000_000);
        server.Files.AddText(LoopbackPath.FromUtf8("/pub/한글"), "abc");
        server.Files.AddText("/pub/sub folder/x", "");
        server.Files.AddLink("/pub/link", "sub folder/x");
        var (entries, outcome) = await ListAsync(server, "pub");

        // Only MLSD distinguishes a leading blank of a name from padding.
        Assert.Equal(form == ListingForm.Facts ? [] : [ListingDoubtKind.UncertainNames], outcome.Doubts.Select(doubt => doubt.Kind));
        Assert.Equal(form, outcome.Form);
        Assert.Equal(
            ["File  two  words 5000000000", "Folder sub folder ", "File 한글 3", "Link link "],
            entries.OrderBy(entry => entry.Kind == EntryKind.Link).ThenBy(entry => entry.Name.Text, StringComparer.Ordinal).Select(entry => $"{entry.Kind} {entry.Name.Text} {entry.Size}"));
        Assert.Equal("sub folder/x", entries.Single(entry => entry.Kind == EntryKind.Link).Target?.Text);
        Assert.All(entries, entry => Assert.Equal(LoopbackTree.DefaultModifiedUtc.Date, entry.Time?.Clock.Date));
        Assert.All(entries, entry => Assert.Equal(form == ListingForm.Facts ? LoopbackTree.DefaultModifiedUtc : null, entry.Time?.Instant));
    }

    [Theory]
    [Each(LoopbackFeatures.Usual, LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst)]
    public async Task A_listing_that_is_cut_off_is_not_complete(LoopbackFeatures features)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxListed = 50, Features = features });
        server.Files.AddSeries("/many", 60, 7);
        var (entries, outcome) = await ListAsync(server, "many");
        Assert.Equal(50, entries.Count);
        Assert.Equal(ListingDoubtKind.SaidSo, Assert.Single(outcome.Doubts).Kind);
    }

    [Theory]
    [Each(10, 60, 3_000)]
    public async Task A_listing_that_breaks_off_is_not_complete(long bytes)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSeries("/many", 60, 7);
        server.Inject(Fault.OnListing().EndShortAfter(bytes));
        var (entries, outcome) = await ListAsync(server, "many");
        Assert.InRange(entries.Count, 0, 59);
        // The server has sent 226. Only the truncated line reveals the cut.
        Assert.Contains(outcome.Doubts, doubt => doubt.Kind == ListingDoubtKind.LastLineOpen);
    }

    private static async Task<(List<ListingEntry> Entries, ListingOutcome Outcome)> ListAsync(LoopbackServer server, string folder)
    {
        await using var session = await ConnectAsync(server);
        await using var listing = await session.ListAsync(FtpPath.FromText(folder, FtpCharsets.Utf8), 1000, CancellationToken.None);
        var entries = new List<ListingEntry>();
        await foreach (var entry in listing.EntriesAsync(CancellationToken.None)) entries.Add(entry);
        return (entries, listing.Outcome!);
    }

    private static async Task<FtpSession> ConnectAsync(LoopbackServer server)
    {
        using var connector = new FtpConnector(
            new SessionProfile { Endpoint = new FtpEndpoint(server.EndPoint.Address.ToString(), server.EndPoint.Port, FtpSecurity.None), Credential = FtpCredential.Anonymous },
            TimeProvider.System,
            trace: null);
        return await connector.ConnectAsync(null, CancellationToken.None).SoonAsync();
    }
}
