using Accelerator.Ftp.Listings;

namespace Accelerator.Jobs.Tests.Polling;

public sealed class PollPlannerTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(1, 0, 0, FileState.Queued)]
    [InlineData(2, 0, 0, FileState.Discovered)]
    [InlineData(1, 20, 0, FileState.Discovered)]
    [InlineData(1, 0, 60, FileState.Stable)]
    public void A_new_file_is_queued_at_its_first_poll_only_if_the_rule_requires_no_more(int polls, int stable, int age, FileState expected)
    {
        var change = Assert.Single(Plan(Rule(polls, stable, age), [], Entry("a")).Changes);
        Assert.Null(change.Before);
        Assert.Equal((expected, 1, Now, Now), (change.After.State, change.After.Polls, change.After.Since, change.After.FirstSeen));
    }

    [Theory]
    [InlineData(19, FileState.Discovered)]
    [InlineData(20, FileState.Queued)]
    public void Standing_still_is_counted_by_polls_and_by_our_own_clock(int seconds, FileState expected)
    {
        var known = Known("a") with { Polls = 1, Since = Now - TimeSpan.FromSeconds(seconds), FirstSeen = Now - TimeSpan.FromSeconds(seconds) };
        var change = Assert.Single(Plan(Rule(2, 20, 0), [known], Entry("a")).Changes);
        Assert.Equal((expected, 2, known.Since), (change.After.State, change.After.Polls, change.After.Since));
    }

    [Theory]
    [InlineData(11L, "20261120100000")]
    [InlineData(10L, "20261120100001")]
    public void A_changed_size_or_time_restarts_the_observation(long size, string time)
    {
        foreach (var state in new[] { FileState.Discovered, FileState.Stable, FileState.Queued, FileState.Failed, FileState.Quarantined })
        {
            var change = Assert.Single(Plan(Rule(2, 0, 0), [Known("a", state) with { Polls = 2 }], Entry("a", size, time)).Changes);
            Assert.Equal((FileState.Discovered, 1, Now, 1), (change.After.State, change.After.Polls, change.After.Since, change.After.Version));
        }
    }

    [Fact]
    public void An_unchanged_file_causes_no_write() => Assert.All(
        (FileState[])[FileState.Queued, FileState.Transferring, FileState.Verified, FileState.Published, FileState.Failed, FileState.Quarantined],
        state => Assert.Empty(Plan(Rule(2, 0, 0), [Known("a", state)], Entry("a")).Changes));

    [Fact]
    public void A_name_listed_twice_is_one_file_and_is_reported() => Assert.All((KnownFile[][])[[], [Known("a")]], known =>
    {
        var plan = Plan(Rule(1, 0, 0), known, Entry("a"), Entry("a", size: 11), Entry("b"));
        Assert.Equal([("a", 10L), ("b", 10L)], plan.Changes.Select(change => (change.After.Name, change.After.Size)).Order());
        Assert.Equal((3L, 2L, 2), (plan.Listed, plan.Wanted, plan.Queued));
        Assert.Equal("The listing repeats names (1 times, first a): only the first entry of a name counts.", plan.Note);
    });

    [Fact]
    public void A_file_that_waits_for_its_marker_alone_costs_no_write()
    {
        var job = Rule(2, 0, 0) with { Completeness = new CompletenessRule { Polls = 2, StableFor = TimeSpan.Zero, Marker = "{name}.md5" } };
        var waits = Known("a", FileState.Stable) with { Polls = 2 };
        Assert.Empty(Plan(job, [waits], Entry("a")).Changes);
        // The order of the two in the listing makes no difference.
        foreach (var entries in new[] { new[] { Entry("a"), Entry("a.md5") }, [Entry("a.md5"), Entry("a")] })
            Assert.Contains(Plan(job, [waits], entries).Changes, change => change.After is { Name: "a", State: FileState.Queued });
    }

    [Theory]
    [InlineData(MarkerDecision.Deliver, FileState.Queued)]
    [InlineData(MarkerDecision.Quarantine, FileState.Quarantined)]
    public void A_marker_that_does_not_come_in_time_is_decided_on(MarkerDecision decision, FileState state)
    {
        var rule = new CompletenessRule { Polls = 2, StableFor = TimeSpan.Zero, Marker = "{name}.md5", MarkerTimeout = TimeSpan.FromHours(1), MarkerMissing = decision };
        var waits = Known("a", FileState.Stable) with { Polls = 2 };
        Assert.Empty(Plan(Rule(2, 0, 0) with { Completeness = rule }, [waits with { Since = Now - TimeSpan.FromMinutes(59) }], Entry("a")).Changes);
        var change = Assert.Single(Plan(Rule(2, 0, 0) with { Completeness = rule }, [waits], Entry("a")).Changes);
        Assert.Equal((state, state == FileState.Quarantined), (change.After.State, change.Error?.StartsWith("The marker a.md5 did not appear within 3600 s.", StringComparison.Ordinal) == true));
        Assert.Equal(FileState.Queued, Assert.Single(Plan(Rule(2, 0, 0) with { Completeness = rule }, [waits], Entry("a"), Entry("a.md5")).Changes, one => one.After.Name == "a").After.State);
    }

    [Fact]
    public void A_late_marker_queues_the_file_that_was_quarantined_for_it_and_no_other()
    {
        var rule = new CompletenessRule { Polls = 2, StableFor = TimeSpan.Zero, Marker = "{name}.md5", MarkerTimeout = TimeSpan.FromMinutes(30) };
        var job = Rule(2, 0, 0) with { Completeness = rule, Filter = new FileFilter { Exclude = [Glob.Parse("*.md5")] } };
        var held = Known("a", FileState.Quarantined) with { Polls = 2, LacksMarker = true };
        Assert.Empty(Plan(job, [held], Entry("a")).Changes);
        foreach (var entries in new[] { new[] { Entry("a"), Entry("a.md5") }, [Entry("a.md5"), Entry("a")] })
        {
            var plan = Plan(job, [held], entries);
            Assert.Equal((held with { State = FileState.Queued, LacksMarker = false }, 1), (Assert.Single(plan.Changes).After, plan.Queued));
        }
        Assert.Equal(FileState.Queued, Assert.Single(Plan(Rule(2, 0, 0), [held], Entry("a")).Changes).After.State);
        var changed = Assert.Single(Plan(job, [held], Entry("a", 11)).Changes).After;
        Assert.Equal((FileState.Discovered, false), (changed.State, changed.LacksMarker));
        // Its content contradicts the record, or an operator has skipped it.
        Assert.Empty(Plan(job, [held with { LacksMarker = false }], Entry("a"), Entry("a.md5")).Changes);
        // A longer marker_timeout or another number of polls does not take the file back into observation.
        foreach (var (polls, minutes) in new[] { (2, 90), (3, 30) })
        {
            var other = job with { Completeness = rule with { Polls = polls, MarkerTimeout = TimeSpan.FromMinutes(minutes) } };
            Assert.Empty(Plan(other, [held], Entry("a")).Changes);
            Assert.Equal(held, Assert.Single(Plan(other, [held with { Missing = 1, MissingSince = Now }], Entry("a")).Changes).After);
            Assert.Equal(FileState.Queued, Assert.Single(Plan(other, [held], Entry("a"), Entry("a.md5")).Changes).After.State);
        }
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("b", false)]
    public void A_companion_that_is_wanted_itself_waits_for_none(string name, bool isQueued)
    {
        var job = Rule(1, 0, 0) with { Completeness = new CompletenessRule { Polls = 1, StableFor = TimeSpan.Zero, Marker = "{name}.md5" } };
        // Without its main file it may be an independent file, or the first of the two to appear.
        var changes = Plan(job, [], Entry(name), Entry("a.md5")).Changes;
        Assert.Equal(isQueued ? FileState.Queued : FileState.Stable, Assert.Single(changes, change => change.After.Name == "a.md5").After.State);
    }

    [Fact]
    public void A_delivered_file_that_changes_is_the_next_version()
    {
        var change = Assert.Single(Plan(Rule(1, 0, 0), [Known("a", FileState.Published) with { Version = 3 }], Entry("a", 11)).Changes);
        Assert.Equal((FileState.Queued, 4, Now), (change.After.State, change.After.Version, change.After.FirstSeen));
    }

    [Theory]
    [InlineData(null, "20261120100000")]
    [InlineData("20261120100000", null)]
    public void A_time_that_only_one_of_two_listings_contains_is_no_change(string? then, string? now) =>
        Assert.Empty(Plan(Rule(1, 0, 0), [Known("a", FileState.Published) with { Time = then }], Entry("a", 10, now)).Changes);

    [Fact]
    public void Only_two_complete_listings_in_a_row_make_a_file_vanish()
    {
        var once = Assert.Single(Plan(Rule(1, 0, 0), [Known("a")]).Changes).After;
        Assert.Equal((FileState.Discovered, 1, Now), (once.State, once.Missing, once.MissingSince));
        Assert.Equal(FileState.Vanished, Assert.Single(Plan(Rule(1, 0, 0), [once]).Changes).After.State);
        Assert.Equal((0, null), Assert.Single(Plan(Rule(9, 0, 0), [once], Entry("a")).Changes).After is var back ? (back.Missing, back.MissingSince) : default);
        Assert.Empty(Plan(Rule(1, 0, 0), [once], Cut(), []).Changes);
    }

    [Fact]
    public void A_delivered_file_that_is_gone_is_written_down_once()
    {
        var gone = Assert.Single(Plan(Rule(1, 0, 0), [Known("a", FileState.Published)]).Changes).After;
        Assert.Equal((FileState.Published, 1, Now), (gone.State, gone.Missing, gone.MissingSince));
        Assert.Empty(Plan(Rule(1, 0, 0), [gone]).Changes);
    }

    [Fact]
    public void A_vanished_file_that_reappears_is_observed_from_the_start()
    {
        var change = Assert.Single(Plan(Rule(2, 0, 0), [Known("a", FileState.Vanished) with { Polls = 2, Missing = 2, MissingSince = Now }], Entry("a")).Changes);
        Assert.Equal((FileState.Discovered, 1, Now, 0), (change.After.State, change.After.Polls, change.After.FirstSeen, change.After.Missing));
    }

    [Fact]
    public void A_file_the_job_no_longer_wants_is_not_downloaded()
    {
        var job = Rule(1, 0, 0) with { Filter = new FileFilter { Include = [Glob.Parse("*.nc")] } };
        Assert.Empty(Plan(job, [], Entry("a")).Changes);
        var change = Assert.Single(Plan(job, [Known("a", FileState.Queued)], Entry("a")).Changes);
        Assert.Equal(1, change.After.Missing);
    }

    [Fact]
    public void An_unreadable_file_counts_as_still_being_written() => Assert.All(
        ((string?, bool)[])[("----------", false), ("0000", false), ("adfw", false), ("-rw-r--r--", true), ("0644", true), ("r", true), ("(RWED,RWED,,)", true), (null, true)],
        pair => Assert.Equal(pair.Item2, Plan(Rule(1, 0, 0), [], Entry("a") with { Permissions = pair.Item1 }).Changes.Count == 1));

    [Fact]
    public void A_file_without_a_size_is_reported_and_not_fetched()
    {
        var plan = Plan(Rule(1, 0, 0), [], Entry("a") with { Size = null });
        Assert.Empty(plan.Changes);
        Assert.Contains("no size", plan.Note);
    }

    [Fact]
    public void A_folder_that_shrinks_by_more_than_half_is_trusted_only_at_the_third_poll()
    {
        var folder = new KnownFolder(1, Now, 1000, 0, "/in");
        for (var incomplete = 0; incomplete < 4; incomplete++)
        {
            var planner = new PollPlanner(Rule(1, 0, 0), folder with { IncompletePolls = incomplete }, "", new() { ["a"] = Known("a") }, Now);
            var plan = planner.End(Whole());
            Assert.Equal(incomplete >= 2, plan.IsComplete);
            Assert.Equal(incomplete >= 2 ? 1 : 0, plan.Changes.Count);
        }
    }

    [Theory]
    [InlineData(1000, 0, true)]
    [InlineData(1000, 1, false)]
    [InlineData(1001, 0, false)]
    public void A_listing_with_as_many_names_as_servers_truncate_at_is_decided_by_the_next_poll(int listed, int incomplete, bool isUndecided)
    {
        var folder = new KnownFolder(1, Now, 0, incomplete, "/in");
        var plan = new PollPlanner(Rule(1, 0, 0), folder, "", [], Now).End(Whole() with { Listed = listed });
        Assert.Equal((isUndecided, listed != 1000, listed != 1000), (plan.IsUndecided, plan.IsComplete, plan.Note is null));
    }

    [Fact]
    public void Another_note_on_such_a_listing_is_reported_at_once()
    {
        var planner = new PollPlanner(Rule(1, 0, 0), new KnownFolder(1, Now, 0, 0, "/in"), "", [], Now);
        planner.See(Entry("a") with { Size = null });
        Assert.False(planner.End(Whole() with { Listed = 1000 }).IsUndecided);
        var undecided = new PollPlanner(Rule(1, 0, 0), new KnownFolder(1, Now, 0, 0, "/in"), "", [], Now)
            .End(Whole() with { Listed = 1000 });
        var noted = undecided.Noting("The time of a.nc is not known.");
        Assert.Equal(
            (true, false, $"{undecided.Note} The time of a.nc is not known."), (undecided.IsUndecided, noted.IsUndecided, noted.Note));
    }

    [Theory]
    [InlineData(JobOrder.Newest, -1763632800000)]
    [InlineData(JobOrder.Oldest, 1763632800000)]
    [InlineData(JobOrder.Smallest, 10)]
    [InlineData(JobOrder.FirstSeen, 1763640000000)]
    public void The_rank_is_lowest_for_what_comes_first(JobOrder order, long rank)
    {
        var entry = Entry("a", 10, "20251120100000");
        var planner = new PollPlanner(Rule(1, 0, 0) with { Order = order }, Folder, "", [], new DateTimeOffset(2025, 11, 20, 12, 0, 0, TimeSpan.Zero));
        planner.See(entry);
        Assert.Equal(rank, Assert.Single(planner.End(Whole()).Changes).Rank);
    }

    private static KnownFolder Folder { get; } = new(1, null, 0, 0, "/in");

    private static PollPlan Plan(JobDefinition job, KnownFile[] known, params ListingEntry[] entries) => Plan(job, known, Whole(), entries);

    private static PollPlan Plan(JobDefinition job, KnownFile[] known, ListingOutcome outcome, ListingEntry[] entries)
    {
        var planner = new PollPlanner(job, Folder, "", known.ToDictionary(file => file.Name, file => (KnownFile?)file), Now);
        foreach (var entry in entries) planner.See(entry);
        return planner.End(outcome);
    }

    private static JobDefinition Rule(int polls, int stable, int age) => new()
    {
        Name = "passes",
        Server = new ServerDefinition("svalbard", new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), null, null, 4, []),
        Folders = [PathTemplate.Parse("/pub", out _)!],
        Filter = FileFilter.All,
        Schedule = new JobSchedule(TimeSpan.FromSeconds(30), null, TimeZoneInfo.Utc),
        Target = PathTemplate.Parse("/in", out _)!,
        Completeness = new CompletenessRule { Polls = polls, StableFor = TimeSpan.FromSeconds(stable), MinimumAge = TimeSpan.FromSeconds(age) },
    };

    private static KnownFile Known(string name, FileState state = FileState.Discovered) => new()
    {
        Id = 7, Name = name, Size = 10, Time = "20261120100000", State = state, Polls = 1, FirstSeen = Now - TimeSpan.FromHours(1), Since = Now - TimeSpan.FromHours(1),
    };

    private static ListingEntry Entry(string name, long size = 10, string? time = "20261120100000") => new()
    {
        Name = FtpPath.FromText(name, FtpCharsets.Utf8),
        Kind = EntryKind.File,
        Size = size,
        Time = time is null ? null : ListingTime.Utc(DateTime.ParseExact(time, "yyyyMMddHHmmss", null), TimePrecision.Second),
    };

    private static ListingOutcome Whole() => new() { What = "MLSD /pub", Command = ListingCommand.Mlsd, Form = ListingForm.Facts, HasLines = true, ShowsDotNames = true, NothingMeansEmpty = true, FinalReply = new FtpReply(226, ["Done."]) };

    private static ListingOutcome Cut() => Whole() with { IsCut = true };
}
