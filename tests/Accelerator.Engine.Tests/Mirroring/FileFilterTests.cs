namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One decision for get, ls, mirror, fxp, find and du.</summary>
public sealed class FileFilterTests
{
    private static readonly DateTimeOffset Limit = new(2026, 3, 3, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("a.nc", 10L, 0, "Selected")]
    [InlineData("a.nc", 20L, 0, "Selected")]
    [InlineData("a.nc", 9L, 0, "TooSmall")]
    [InlineData("a.nc", 21L, 0, "TooLarge")]
    [InlineData("a.nc", null, 0, "UnknownSize")]
    [InlineData("a.txt", 15L, 0, "Name")]
    [InlineData("old/a.nc", 15L, 0, "Selected")]
    [InlineData("raw-a.nc", 15L, 0, "Name")]
    [InlineData("a.nc", 15L, -25, "TooOld")]
    [InlineData("a.nc", 15L, -24, "TooOld")]
    [InlineData("a.nc", 15L, -23, "Selected")]
    [InlineData("a.nc", 15L, 1, "TooNew")]
    [InlineData("a.nc", 15L, null, "SelectedInDoubt")]
    public void A_file_is_selected_within_all_bounds_and_otherwise_there_is_one_reason(string path, long? size, int? hours, string expected)
    {
        var filter = new FileFilter { Include = [Glob.Parse("*.nc")], Exclude = [Glob.Parse("raw*")], MinSize = 10, MaxSize = 20, NewerThan = Limit.AddDays(-1), OlderThan = Limit };
        ListingTime? time = hours is { } some ? ListingTime.Utc(Limit.UtcDateTime.AddHours(some), TimePrecision.Second) : null;
        Assert.Equal(expected, filter.Judge(path, size, time).ToString());
    }

    /// <summary>As in rclone: the unknown size is below every smallest size and below every largest one.</summary>
    [Theory]
    [InlineData(1L, null, "UnknownSize")]
    [InlineData(null, 0L, "SelectedInDoubt")]
    [InlineData(null, null, "Selected")]
    public void A_size_that_is_not_listed_passes_only_a_largest_size(long? least, long? most, string expected) =>
        Assert.Equal(expected, new FileFilter { MinSize = least, MaxSize = most }.Judge("a", null, null).ToString());

    [Fact]
    public void A_folder_is_shown_unless_files_are_chosen_and_of_a_link_only_the_name_counts()
    {
        var (folder, link) = (PlannerFixture.Folder("raw"), new ListingEntry { Name = PlannerFixture.Name("raw"), Kind = EntryKind.Link, Time = ListingTime.Utc(Limit.UtcDateTime, TimePrecision.Second) });
        Assert.Equal(FileChoice.Selected, FileFilter.All.Judge("raw", folder));
        Assert.Equal(FileChoice.Name, new FileFilter { Exclude = [Glob.Parse("raw/")] }.Judge("raw", folder));
        Assert.All([new FileFilter { Include = [Glob.Parse("raw")] }, new FileFilter { MaxSize = 1 }, new FileFilter { OlderThan = Limit }], filter => Assert.Equal(FileChoice.Name, filter.Judge("raw", folder)));
        Assert.Equal(FileChoice.SelectedInDoubt, new FileFilter { NewerThan = Limit.AddDays(1) }.Judge("raw", link));
    }

    [Fact]
    public void Skipped_and_doubtful_files_are_counted()
    {
        var tally = new SelectionTally();
        Assert.Empty(tally.Sentences());
        foreach (var choice in Enum.GetValues<FileChoice>()) Assert.Equal(choice is FileChoice.Selected or FileChoice.SelectedInDoubt, tally.Add(choice));
        tally.Add(FileChoice.TooSmall);
        Assert.Equal(7, tally.Skipped);
        Assert.Equal(
            [
                "7 files skipped: 1 by name (--include, --exclude), 2 smaller than --min-size, 1 of unknown size (--min-size), 1 larger than --max-size, 1 not newer than --newer-than, 1 not older than --older-than.",
                "1 file included, although the server lists no size or no time.",
            ],
            tally.Sentences());
        Assert.Equal(["1 file skipped, because the server lists no size (--min-size).", "1 file included, although the server lists no size or no time."], tally.Doubts());
    }
}
