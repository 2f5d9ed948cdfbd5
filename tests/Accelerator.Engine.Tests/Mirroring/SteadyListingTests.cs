namespace Accelerator.Engine.Tests.Mirroring;

public sealed class SteadyListingTests
{
    private readonly List<string> _taken = [];

    [Fact]
    public async Task A_restarted_listing_continues_after_the_entries_already_taken()
    {
        await ListAsync("a b c", "a b c d", "a b c d e");
        Assert.Equal(["a", "b", "c", "d", "e"], _taken);
    }

    [Theory]
    [InlineData("a b c", "a c b d")]
    [InlineData("a b c", "a b")]
    [InlineData("a b c", "")]
    public async Task An_entry_that_differs_the_second_time_is_a_failure_and_no_entry_is_given_twice(string first, string second)
    {
        var failure = await Assert.ThrowsAsync<TransferException>(() => ListAsync(first, second));
        Assert.Equal(FailureKind.Network, failure.Kind);
        Assert.StartsWith("ftp://h:21/pub could not be listed in one piece, and the second listing differed: the 3 names", failure.Message);
        Assert.Equal(["a", "b", "c"], _taken);
    }

    private async Task ListAsync(params string[] tries)
    {
        var steady = new SteadyListing("ftp://h:21/pub", entry =>
        {
            _taken.Add(entry.Name.Text);
            return ValueTask.CompletedTask;
        });
        foreach (var names in tries)
        {
            steady.Begin();
            foreach (var name in names.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                await steady.TakeAsync(new ListingEntry { Name = FtpPath.FromText(name, FtpCharsets.Utf8), Kind = EntryKind.File });
        }
        steady.End();
    }
}
