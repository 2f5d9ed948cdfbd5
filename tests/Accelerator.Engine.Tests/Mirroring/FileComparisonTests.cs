namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Facts in, verdict out: every case in which a file is, or is not, judged the same.</summary>
public sealed class FileComparisonTests
{
    private const string Noon = "2026-03-03 12:00:17";

    [Theory]
    [InlineData(5L, 5, Noon, Noon, ComparisonVerdict.Same)]
    [InlineData(7L, 5, Noon, Noon, ComparisonVerdict.Changed)]
    [InlineData(5L, 5, Noon, "2026-03-03 12:00:18", ComparisonVerdict.Changed)]
    [InlineData(5L, 5, "2026-03-03 12:00:18", "2026-03-03 12:00:19", ComparisonVerdict.Changed)]
    [InlineData(5L, 5, Noon, "2026-03-03 12:00:20", ComparisonVerdict.Changed)]
    [InlineData(5L, 5, Noon, "2026-03-03 11:00:17", ComparisonVerdict.Changed)]
    [InlineData(null, 5, Noon, Noon, ComparisonVerdict.Same)]
    [InlineData(null, 5, Noon, "2026-03-03 11:00:17", ComparisonVerdict.Changed)]
    internal void A_time_that_is_known_to_the_second_decides(long? size, long local, string there, string here, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.Judge(size, ListingTime.Utc(At(there), TimePrecision.Second), Local(local, here), known: null, byHash: false).Verdict);

    // A file that is written every second differs by one second from its downloaded copy. The difference is ignored only on a disk without
    // odd seconds.
    [Theory]
    [InlineData(Noon, "2026-03-03 12:00:18", ComparisonVerdict.Same)]
    [InlineData(Noon, "2026-03-03 12:00:16", ComparisonVerdict.Same)]
    [InlineData("2026-03-03 12:00:18", "2026-03-03 12:00:17", ComparisonVerdict.Changed)]
    [InlineData("2026-03-03 12:00:18", "2026-03-03 12:00:16", ComparisonVerdict.Changed)]
    internal void On_FAT_the_next_even_second_is_the_same(string there, string here, ComparisonVerdict verdict)
    {
        Assert.Equal(verdict, FileComparison.Judge(5, ListingTime.Utc(At(there), TimePrecision.Second), Local(5, here), known: null, byHash: false, isFat: true).Verdict);
        Assert.Equal(verdict, FileComparison.JudgeAnswer(At(there).ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture), null, Local(5, here), null, isFat: true).Verdict);
        Assert.Equal(ComparisonVerdict.Changed, FileComparison.JudgeAnswer(At(there).ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture), null, Local(5, here), null).Verdict);
    }

    [Fact]
    public void Fractions_of_a_second_make_no_difference()
    {
        var there = ListingTime.Utc(At(Noon).AddMilliseconds(900), TimePrecision.Fraction);
        Assert.Equal(ComparisonVerdict.Same, FileComparison.Judge(5, there, new LocalEntry(LocalKind.File, 5, At(Noon).AddMilliseconds(100)), null, byHash: false).Verdict);
    }

    [Fact]
    public void The_difference_is_reported()
    {
        Assert.Equal("5 bytes here, 7,000 there", FileComparison.Judge(7000, null, Local(5, Noon), null, byHash: false).Why);
        Assert.Equal(
            "changed 2026-03-03 12:00:17Z here, 2026-03-03 12:01:17Z there",
            FileComparison.Judge(5, ListingTime.Utc(At(Noon).AddMinutes(1), TimePrecision.Second), Local(5, Noon), null, byHash: false).Why);
        Assert.Equal("a link here, a file there", FileComparison.Judge(5, null, new LocalEntry(LocalKind.Link, 0, At(Noon)), null, byHash: false).Why);
    }

    [Fact]
    public void With_equal_sizes_only_the_hash_decides_if_hashes_are_requested()
    {
        var same = ListingTime.Utc(At(Noon), TimePrecision.Second);
        Assert.Equal(ComparisonVerdict.AskHash, FileComparison.Judge(5, same, Local(5, Noon), null, byHash: true).Verdict);
        Assert.Equal(ComparisonVerdict.AskHash, FileComparison.Judge(null, same, Local(5, Noon), null, byHash: true).Verdict);
        Assert.Equal(ComparisonVerdict.Changed, FileComparison.Judge(7, same, Local(5, Noon), null, byHash: true).Verdict);
    }

    [Fact]
    public void A_matching_listing_time_without_a_zone_is_not_conclusive() =>
        Assert.Equal(ComparisonVerdict.AskTime, FileComparison.Judge(5, Minute(Noon), Local(5, "2026-03-03 12:00:00"), null, byHash: false).Verdict);

    // The record dates from when the listing showed 12:00 for a file whose MDTM was 12:00:17.
    [Theory]
    [InlineData("2026-03-03 12:03:16", "2026-03-03 12:00", ComparisonVerdict.AskTime)]    // a minute of the clock, and two between the clocks
    [InlineData("2026-03-03 12:03:17", "2026-03-03 12:00", ComparisonVerdict.Same)]
    [InlineData("2026-03-03 12:03:17", "2026-03-03 12:01", ComparisonVerdict.AskTime)]    // another clock: the file, or daylight saving
    [InlineData("2026-03-03 11:00:00", "2026-03-03 12:00", ComparisonVerdict.AskTime)]    // this computer's clock was behind
    internal void A_record_with_a_time_is_trusted_once_a_later_change_would_show(string looked, string shown, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.Judge(5, Minute(shown), Local(5, "2026-03-04"), Record(looked, "20260303120017"), byHash: false).Verdict);

    [Theory]
    [InlineData("2026-03-04 02:00:59", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-04 02:01:00", ComparisonVerdict.Same)]
    internal void Without_a_time_the_zone_may_be_fourteen_hours_off(string looked, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.Judge(5, Minute("2026-03-03 12:00"), Local(5, "2026-03-04"), Record(looked, null), byHash: false).Verdict);

    // The listing shows only the day once the file is half a year old.
    [Theory]
    [InlineData("2026-03-03 12:10:00", "2026-03-03", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-05 02:00:16", "2026-03-03", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-05 02:00:17", "2026-03-03", ComparisonVerdict.Same)]
    [InlineData("2026-03-05 02:00:17", "2026-03-04", ComparisonVerdict.AskTime)]
    internal void A_listing_that_tells_less_than_before_is_compared_by_what_is_left(string looked, string day, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.Judge(5, ListingTime.Local(At(day), TimePrecision.Day), Local(5, "2026-03-04"), Record(looked, "20260303120017"), byHash: false).Verdict);

    // LIST and MDTM show the same clock, which may be UTC or that of a zone behind it. The file was then written half hours later than the
    // MDTM says, and a later change within its minute shows the same clock.
    [Theory]
    [InlineData("2026-03-03 12:27:00", ComparisonVerdict.Same)]
    [InlineData("2026-03-03 15:27:16", ComparisonVerdict.Same)]
    [InlineData("2026-03-03 15:27:17", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-03 15:30:20", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-03 17:00:20", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-03 17:03:16", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-03 17:03:17", ComparisonVerdict.Same)]
    [InlineData("2026-03-04 00:00:20", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-04 03:00:20", ComparisonVerdict.Same)]
    internal void A_record_is_not_trusted_if_its_file_is_new_in_a_zone_behind_UTC(string looked, ComparisonVerdict verdict)
    {
        var shown = Minute("2026-03-03 12:00");
        Assert.Equal(verdict, FileComparison.Judge(5, shown, Local(5, "2026-03-04"), Record(looked, "20260303120017"), byHash: false).Verdict);
        // Without MDTM in the record, the same holds once MDTM is queried.
        var answered = FileComparison.JudgeAnswer("20260303120017", shown, Local(5, "2026-03-04"), Record(looked, null)).Verdict;
        Assert.Equal(verdict == ComparisonVerdict.Same ? ComparisonVerdict.Same : ComparisonVerdict.Changed, answered);
    }

    [Theory]
    [InlineData("2026-03-03 17:03:16", ComparisonVerdict.AskTime)]
    [InlineData("2026-03-03 17:03:17", ComparisonVerdict.Same)]
    [InlineData("2026-03-03 18:00:20", ComparisonVerdict.Same)]
    internal void If_LIST_and_MDTM_show_different_clocks_MDTM_is_in_UTC(string looked, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.Judge(5, Minute("2026-03-03 12:00"), Local(5, "2026-03-04"), Record(looked, "20260303170017"), byHash: false).Verdict);

    [Theory]
    [InlineData(6, "2026-03-04", 6)]
    [InlineData(5, "2026-03-05", 5)]
    public void A_record_of_another_local_file_is_ignored(long local, string here, long size) =>
        Assert.Equal(ComparisonVerdict.AskTime, FileComparison.Judge(size, Minute("2026-03-03 12:00"), Local(local, here), Record("2026-03-09", "20260303120017"), byHash: false).Verdict);

    [Fact]
    public void A_record_helps_where_the_local_disk_could_not_keep_the_time()
    {
        var there = ListingTime.Utc(At("1970-01-02 03:04:05"), TimePrecision.Second);
        var record = new MirrorRecordEntry(5, At("2026-03-04"), there, "19700102030405", At("2026-03-04"));
        Assert.Equal(ComparisonVerdict.Same, FileComparison.Judge(5, there, Local(5, "2026-03-04"), record, byHash: false).Verdict);
        Assert.Equal(ComparisonVerdict.Changed, FileComparison.Judge(5, there, Local(5, "2026-03-04"), null, byHash: false).Verdict);
    }

    [Theory]
    [InlineData("20260303120017", "2026-03-04", true, ComparisonVerdict.Same)]        // as recorded
    [InlineData("20260303120018", "2026-03-04", true, ComparisonVerdict.Changed)]
    [InlineData("20260303120018", "2026-03-03 12:00:18", true, ComparisonVerdict.Same)]   // the local file has that time
    [InlineData("20260303120017", "2026-03-03 12:00:17", false, ComparisonVerdict.Same)]
    [InlineData("20260303120017.250", "2026-03-03 12:00:17", false, ComparisonVerdict.Same)]
    [InlineData("20260303120017", "2026-03-04", false, ComparisonVerdict.Changed)]
    [InlineData(null, "2026-03-04", true, ComparisonVerdict.Changed)]
    [InlineData("yesterday", "2026-03-04", false, ComparisonVerdict.Changed)]
    internal void The_answer_of_MDTM_decides(string? answer, string here, bool isRecorded, ComparisonVerdict verdict)
    {
        MirrorRecordEntry? known = isRecorded ? Record("2026-03-03 12:01", "20260303120017") : null;
        Assert.Equal(verdict, FileComparison.JudgeAnswer(answer, Minute("2026-03-03 12:00"), Local(5, here), known).Verdict);
    }

    // The file was fetched without asking for its time; its time now shows that it has not changed since.
    [Theory]
    [InlineData("20260303120017", "2026-03-03 12:00", ComparisonVerdict.Same)]
    [InlineData("20260303123800", "2026-03-03 12:00", ComparisonVerdict.Same)]
    [InlineData("20260303123801", "2026-03-03 12:00", ComparisonVerdict.Changed)]
    [InlineData("20260303120017", "2026-03-03 13:00", ComparisonVerdict.Changed)]
    internal void A_record_without_a_time_is_good_for_files_that_are_older_than_it(string answer, string shown, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, FileComparison.JudgeAnswer(answer, Minute(shown), Local(5, "2026-03-04"), Record("2026-03-03 12:40", null)).Verdict);

    private static DateTime At(string text) => DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal);

    private static LocalEntry Local(long size, string modified) => new(LocalKind.File, size, At(modified));

    private static ListingTime Minute(string text) => ListingTime.Local(At(text), TimePrecision.Minute);

    private static MirrorRecordEntry Record(string looked, string? modified) => new(5, At("2026-03-04"), Minute("2026-03-03 12:00"), modified, At(looked));
}
