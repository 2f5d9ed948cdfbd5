using Accelerator.Ftp.Listings;

namespace Accelerator.Interop.Tests.Listings;

/// <summary>What listings must come to with every server, whichever tests start the server.</summary>
internal static class ListChecks
{
    private const int Many = 12_000;

    /// <summary>All of twelve thousand files are listed, or as many as the server gives, and then the listing is known to be incomplete.</summary>
    public static async Task ListsManyAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateDirectory(Path.Combine(server.Root, "many"));
        for (var i = 0; i < Many; i++) await File.Create(Path.Combine(folder.FullName, $"file-{i:00000}.dat")).DisposeAsync();

        await using var fixture = await ListFixture.OpenAsync(server, cancellationToken);
        var (entries, outcome) = await fixture.ListAsync("many", cancellationToken);
        Assert.Equal(habits.Limit is { } limit ? limit : Many, entries.Count);
        Assert.Equal(entries.Count, outcome.Entries);
        Assert.Equal(habits.Limit is null, outcome.IsComplete);
        Assert.Equal(habits.Limit is null, outcome.ProvesAbsence(ListFixture.Path("file-99999.dat")));
        if (habits.Limit is not null) Assert.Contains(outcome.Doubts, doubt => doubt.Kind == ListingDoubtKind.SaidSo && doubt.Text.Contains("truncated"));
        Assert.True(fixture.Session.IsUsable);
    }
}
