using System.Globalization;

namespace Accelerator.Jobs.Tests.Expecting;

public sealed class SlotPlannerTests
{
    private static readonly DateTimeOffset Day = new(2026, 11, 24, 0, 0, 0, TimeSpan.Zero);

    private readonly ExpectRule _rule = new()
    {
        Every = TimeSpan.FromMinutes(10), PerSlot = 3, Pattern = ProductPattern.Parse("{yyyy}{MM}{dd}{HH}{mm}_{channel}", [], out _)!,
        LateAfter = TimeSpan.FromMinutes(15), MissingAfter = TimeSpan.FromHours(2),
    };

    private readonly List<(string Name, DateTimeOffset At)> _delivered = [];
    private readonly List<PendingFile> _pending = [];
    private readonly List<Outage> _outages = [];

    [Fact]
    public void A_slot_is_judged_by_what_has_arrived_and_by_the_clock()
    {
        Deliver("0000", "a", "b", "c");
        Deliver("0010", "a");
        Assert.Equal("complete future", States(At(0, 24), until: At(0, 20)));
        Assert.Equal("complete late", States(At(0, 25), until: At(0, 20)));
        Assert.Equal("complete late late", States(At(0, 35), until: At(0, 30)));
        Assert.Equal("complete partial late", States(At(2, 10), until: At(0, 30)));
        Assert.Equal("complete partial missing", States(At(2, 20), until: At(0, 30)));
    }

    /// <summary>Before the first day of the calendar there is no slot that the file could be in.</summary>
    [Fact]
    public void A_file_whose_name_has_the_first_day_of_the_calendar_is_in_no_slot()
    {
        _delivered.Add(("000101010000_a", Day));
        var plan = Plan(At(0, 24), At(0, 20), _rule with { Offset = TimeSpan.FromMinutes(5) });
        Assert.Equal((1, 0), (plan.Unmatched, plan.Matched));
    }

    [Fact]
    public void A_late_file_closes_the_gap_and_a_repeated_delivery_counts_once()
    {
        Deliver("0000", "a", "b");
        Deliver("0000", "b");
        var plan = Plan(At(5, 0), At(0, 10));
        Assert.Equal((2, 3, SlotState.Partial), (plan.Slots[0].Have, plan.Slots[0].Expect, plan.Slots[0].State));
        Deliver("0000", "c");
        plan = Plan(At(5, 0), At(0, 10));
        Assert.Empty(plan.Gaps);
        Assert.Equal(1, plan.Share);
    }

    [Fact]
    public void Slots_in_a_known_outage_are_marked_and_excluded_from_the_count()
    {
        Deliver("0000", "a", "b", "c");
        Deliver("0010", "a", "b", "c");
        _outages.Add(new Outage(1, "passes", At(0, 10), At(0, 30), "maintenance", Day));
        var plan = Plan(At(9, 0), At(0, 40));
        Assert.Equal("complete complete outage missing", States(plan));
        Assert.Equal((6, 9), (plan.Have, plan.Expect));
    }

    [Fact]
    public void Channels_are_named_if_they_are_listed_or_were_all_seen_once()
    {
        Deliver("0010", "a");
        Assert.Empty(Plan(At(9, 0), At(0, 20)).Gaps[^1].Absent);
        Deliver("0000", "a", "b", "c");
        var plan = Plan(At(9, 0), At(0, 30));
        Assert.Equal(["b c", "a b c"], plan.Gaps.Select(gap => string.Join(' ', gap.Absent)));
        Assert.Equal([new("a", 2, 3), new("b", 1, 3), new ChannelShare("c", 1, 3)], plan.Channels);
        var rule = _rule with { Pattern = ProductPattern.Parse("{yyyy}{MM}{dd}{HH}{mm}_{channel}", ["a", "b", "z"], out _)!, Channels = ["a", "b", "z"] };
        Assert.Equal("b z", string.Join(' ', Plan(At(9, 0), At(0, 20), rule).Gaps[^1].Absent));
    }

    [Fact]
    public void The_reason_of_a_gap_is_derived_from_the_known_files()
    {
        Deliver("0000", "a");
        Pending("0000", "b", FileState.Queued);
        Pending("0000", "c", FileState.Quarantined);
        Pending("0000", "a", FileState.Failed);
        Assert.Equal("1 found, not delivered yet, 1 failed or quarantined", Plan(At(9, 0), At(0, 10)).Gaps[0].Why);
        _pending.RemoveAt(0);
        Assert.Equal("1 not on the archive, 1 failed or quarantined", Plan(At(9, 0), At(0, 10)).Gaps[0].Why);
    }

    [Fact]
    public void A_file_that_an_operator_skipped_is_not_expected()
    {
        Deliver("0000", "a", "b");
        Pending("0000", "c", FileState.Quarantined, isSkipped: true);
        var slot = Assert.Single(Plan(At(9, 0), At(0, 10)).Slots);
        Assert.Equal((SlotState.Complete, 2, 2, 1), (slot.State, slot.Have, slot.Expect, slot.Skipped));
    }

    [Fact]
    public void Nothing_is_expected_before_the_job_began_or_outside_of_its_hours()
    {
        Assert.Equal("none none missing", States(Plan(At(9, 0), At(0, 30), begun: At(0, 29))));
        Deliver("0010", "a", "b", "c");
        Assert.Equal("none complete missing", States(Plan(At(9, 0), At(0, 30), begun: At(0, 29))));
        var day = _rule with { From = new TimeOnly(0, 10), To = new TimeOnly(0, 30) };
        Assert.Equal("none complete missing none", States(Plan(At(9, 0), At(0, 40), day)));
        Assert.True((_rule with { From = new TimeOnly(22, 0), To = new TimeOnly(2, 0) }).IsExpected(At(1, 50)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_that_left_the_archive_undelivered_is_the_reason_of_its_gap_unless_its_channel_waits_under_another_name(bool isLastLost)
    {
        Deliver("0000", "a");
        Pending("0000", "b", FileState.Vanished);
        foreach (var isLost in (bool[])[!isLastLost, isLastLost]) Pending("0000", "c", isLost ? FileState.Vanished : FileState.Queued);
        var slot = Assert.Single(Plan(At(9, 0), At(0, 10)).Gaps);
        Assert.Equal((1, 1, 0, "1 found, not delivered yet, 1 gone from the archive before delivery"), (slot.Waiting, slot.Lost, slot.Failed, slot.Why));
        Assert.Equal(["b", "c"], slot.Absent);
    }

    [Fact]
    public void Slots_follow_a_grid_with_an_offset()
    {
        var rule = _rule with { Every = TimeSpan.FromHours(12), Offset = TimeSpan.FromHours(5) };
        Assert.Equal([At(5, 0), At(17, 0)], rule.Slots(Day, Day.AddDays(1)));
        Assert.Equal(At(5, 0), rule.SlotOf(At(16, 59)));
        Assert.Equal(At(5, 0), rule.SlotOf(At(5, 0)));
        Assert.Equal(At(-7, 0), rule.SlotOf(At(4, 59)));
    }

    [Fact]
    public void Names_that_do_not_match_are_counted()
    {
        _delivered.Add(("readme.txt", Day));
        Deliver("0000", "a");
        Assert.Equal((1, 1), (Plan(At(9, 0), At(0, 10)).Unmatched, Plan(At(9, 0), At(0, 10)).Matched));
    }

    private static DateTimeOffset At(int hour, int minute) => Day.AddHours(hour).AddMinutes(minute);

    private static string States(SlotPlan plan) => string.Join(' ', plan.Slots.Select(slot => slot.State.ToString().ToLower(CultureInfo.InvariantCulture)));

    private string States(DateTimeOffset now, DateTimeOffset until) => States(Plan(now, until));

    private void Deliver(string slot, params IEnumerable<string> channels) => _delivered.AddRange(channels.Select(channel => ($"20261124{slot}_{channel}", Day)));

    private void Pending(string slot, string channel, FileState state, bool isSkipped = false) =>
        _pending.Add(new PendingFile("/in", $"20261124{slot}_{channel}", state, null, Day, isSkipped));

    private SlotPlan Plan(DateTimeOffset now, DateTimeOffset until, ExpectRule? rule = null, DateTimeOffset? begun = null)
    {
        var tally = new SlotTally(rule ?? _rule);
        foreach (var (name, at) in _delivered) tally.AddDelivered("/in", name, at);
        foreach (var file in _pending) tally.AddPending(file);
        return new SlotPlanner(rule ?? _rule, tally, _outages, begun ?? Day).Plan(Day, until, now);
    }
}
