using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Expecting;

/// <summary>Judges the slots of a job by the clock. Pure.</summary>
/// <param name="rule">What is expected.</param>
/// <param name="tally">The known files.</param>
/// <param name="outages">The known outages of the job.</param>
/// <param name="begun">When the job began to expect files; slots from then on, or from the first one with a file, count.</param>
public sealed class SlotPlanner(ExpectRule rule, SlotTally tally, IReadOnlyList<Outage> outages, DateTimeOffset begun)
{
    private readonly IReadOnlyList<string> _channels = tally.Channels;
    private readonly DateTimeOffset _first = tally.First is { } first && first < begun ? first : rule.SlotOf(begun);

    /// <summary>Returns the slots that begin in a span of time.</summary>
    /// <param name="from">The beginning, inclusive.</param>
    /// <param name="to">The end, exclusive.</param>
    /// <param name="now">The time to judge them by.</param>
    public SlotPlan Plan(DateTimeOffset from, DateTimeOffset to, DateTimeOffset now)
    {
        var slots = rule.Slots(from, to).Select(at => Judge(at, now)).ToList();
        return new SlotPlan(slots, [.. _channels.Select(channel => Share(channel, slots))], tally.Unmatched, tally.Matched);
    }

    private ProductSlot Judge(DateTimeOffset at, DateTimeOffset now)
    {
        var entry = tally.At(at);
        var (have, pending) = (entry?.Delivered.Count ?? 0, Pending(entry));
        var skipped = pending.Count(file => file.IsSkipped);
        var expect = rule.IsExpected(at) && at >= _first ? Math.Max(0, rule.PerSlot - skipped) : 0;
        var slot = new ProductSlot
        {
            At = at, Have = have, Expect = expect, State = SlotState.None, Skipped = skipped,
            Waiting = pending.Count(file => file.State.IsWaiting()),
            Lost = pending.Count(file => file.IsLost),
            Failed = pending.Count(file => !file.State.IsWaiting() && !file.IsSkipped && !file.IsLost),
            LastAt = have == 0 ? null : entry!.Delivered.Values.Max(),
            WaitingSince = pending.Where(file => file.State.IsWaiting()).Min(file => (DateTimeOffset?)file.FirstSeen),
        };
        if (expect == 0 && (skipped == 0 || at < _first)) return slot;
        slot = slot with { State = StateOf(at, have, expect, now) };
        return slot.State == SlotState.Complete ? slot : slot with { Absent = Absent(entry) };
    }

    private SlotState StateOf(DateTimeOffset at, int have, int expect, DateTimeOffset now)
    {
        if (have >= expect) return SlotState.Complete;
        if (Outage.At(outages, at) is not null) return SlotState.Outage;
        if (now - at < rule.LateAfter) return SlotState.Future;
        return now - at < rule.MissingAfter ? SlotState.Late : have > 0 ? SlotState.Partial : SlotState.Missing;
    }

    // A file of a channel that is delivered already, as a reprocessed one, is not needed.
    private static List<PendingFile> Pending(SlotTally.Entry? entry) =>
        entry is null ? [] : [.. entry.Pending.Where(pair => !entry.Delivered.ContainsKey(pair.Key)).Select(pair => pair.Value)];

    private IReadOnlyList<string> Absent(SlotTally.Entry? entry) => entry is null ? _channels
        : [.. _channels.Where(channel => !entry.Delivered.ContainsKey(channel)
            && entry.Pending.GetValueOrDefault(channel) is not { IsSkipped: true })];

    private static ChannelShare Share(string channel, IReadOnlyList<ProductSlot> slots)
    {
        var due = slots.Where(SlotPlan.Counts).ToList();
        return new ChannelShare(channel, due.Count(slot => slot.State == SlotState.Complete || !slot.Absent.Contains(channel)), due.Count);
    }
}
