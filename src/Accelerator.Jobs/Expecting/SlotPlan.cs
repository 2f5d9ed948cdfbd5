namespace Accelerator.Jobs.Expecting;

/// <summary>The slots of a span of time.</summary>
/// <param name="Slots">The slots, the oldest first.</param>
/// <param name="Channels">The completeness of each channel; empty if the channels are not known.</param>
/// <param name="Unmatched">The number of known files whose names do not match the pattern.</param>
/// <param name="Matched">The number of known files whose names match it.</param>
public sealed record SlotPlan(
    IReadOnlyList<ProductSlot> Slots, IReadOnlyList<ChannelShare> Channels, long Unmatched, long Matched)
{
    /// <summary>The slots that are due and incomplete without a known outage, the oldest first.</summary>
    public IReadOnlyList<ProductSlot> Gaps { get; } = [.. Slots.Where(slot => slot.IsGap)];

    /// <summary>The number of delivered files of the slots that count.</summary>
    public int Have => Slots.Where(Counts).Sum(slot => Math.Min(slot.Have, slot.Expect));

    /// <summary>The number of expected files of the slots that count: those that are complete, or due without a known outage.</summary>
    public int Expect => Slots.Where(Counts).Sum(slot => slot.Expect);

    /// <summary>The share of the expected files that is delivered, 0 to 1; null if none was expected yet.</summary>
    public double? Share => Expect is > 0 and var expect ? (double)Have / expect : null;

    /// <summary>Returns whether a slot counts for the completeness.</summary>
    internal static bool Counts(ProductSlot slot) => slot.State == SlotState.Complete || slot.IsGap;
}
