using System.Text.Json.Serialization;
using Accelerator.Jobs.Expecting;

namespace Accelerator.Service.Figures;

/// <summary>The expected products of a job in its look-back time.</summary>
/// <param name="Have">The number of delivered files of the slots that count.</param>
/// <param name="Expect">The number of expected files of these slots.</param>
/// <param name="Complete">The number of complete slots.</param>
/// <param name="Late">The number of late slots.</param>
/// <param name="Partial">The number of slots of which some files are missing.</param>
/// <param name="Missing">The number of slots of which all files are missing.</param>
/// <param name="Outage">The number of incomplete slots in a known outage, which do not count.</param>
internal sealed record SlotFigures(int Have, int Expect, int Complete, int Late, int Partial, int Missing, int Outage)
{
    /// <summary>The causes of the gaps that are reported to operators, the oldest first.</summary>
    public IReadOnlyList<GapRun> Gaps { get; init; } = [];

    /// <summary>The number of slots in each state, by its name.</summary>
    [JsonIgnore]
    public IReadOnlyList<(string State, int Slots)> Counts =>
        [("complete", Complete), ("late", Late), ("partial", Partial), ("missing", Missing), ("outage", Outage)];

    /// <summary>Counts the slots of a plan.</summary>
    public static SlotFigures Of(SlotPlan plan)
    {
        return new SlotFigures(plan.Have, plan.Expect, Count(SlotState.Complete), Count(SlotState.Late), Count(SlotState.Partial),
            Count(SlotState.Missing), Count(SlotState.Outage));

        int Count(SlotState state) => plan.Slots.Count(slot => slot.State == state);
    }
}

/// <summary>Gaps with one cause.</summary>
/// <param name="From">The first incomplete slot.</param>
/// <param name="To">The last incomplete slot.</param>
/// <param name="Since">When the slot of <paramref name="Begun"/> became late.</param>
/// <param name="Slots">The number of incomplete slots.</param>
/// <param name="Named">The slots in words, with the reason of the first.</param>
/// <param name="Begun">
/// The first slot that the gaps have had, which names the incident. It stays when that slot is completed or leaves the look-back time.
/// </param>
internal sealed record GapRun(
    DateTimeOffset From, DateTimeOffset To, DateTimeOffset Since, int Slots, string Named, DateTimeOffset Begun)
{
    /// <summary>When the first of these slots that was not closed leaves the look-back time, or left it.</summary>
    [JsonIgnore]
    public DateTimeOffset? Expires { get; init; }
}
