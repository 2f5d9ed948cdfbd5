namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The products that an archive is expected to have: so many files in each slot of time. A slot is named by its beginning. Slots begin at
/// midnight UTC plus <see cref="Offset"/>, every <see cref="Every"/>.
/// </summary>
public sealed record ExpectRule
{
    /// <summary>The distance of the slots; whole minutes, 1 minute to 31 days.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>The first slot of the grid, after 1970-01-01 00:00 UTC; at least zero, and less than <see cref="Every"/>.</summary>
    public TimeSpan Offset { get; init; }

    /// <summary>The number of files, or of channels if the pattern names one, in each slot; at least 1.</summary>
    public required int PerSlot { get; init; }

    /// <summary>The form of the names.</summary>
    public required ProductPattern Pattern { get; init; }

    /// <summary>The channels; empty if the job file lists none.</summary>
    public IReadOnlyList<string> Channels { get; init; } = [];

    /// <summary>The time after the beginning of a slot from which on it is late if it is not complete.</summary>
    public required TimeSpan LateAfter { get; init; }

    /// <summary>
    /// The time after the beginning of a slot from which on its absent files count as missing; at least <see cref="LateAfter"/>.
    /// </summary>
    public required TimeSpan MissingAfter { get; init; }

    /// <summary>The beginning of the hours of a day, UTC, in which slots are expected.</summary>
    public TimeOnly From { get; init; } = TimeOnly.MinValue;

    /// <summary>
    /// The end of these hours, exclusive; on the next day if it is not after <see cref="From"/>, so that equal times are all day.
    /// </summary>
    public TimeOnly To { get; init; } = TimeOnly.MinValue;

    /// <summary>Returns the beginning of the slot that a time is in.</summary>
    public DateTimeOffset SlotOf(DateTimeOffset time)
    {
        var since = (time - DateTimeOffset.UnixEpoch - Offset).Ticks;
        var below = since % Every.Ticks;
        return new DateTimeOffset((time - TimeSpan.FromTicks(below < 0 ? below + Every.Ticks : below)).UtcTicks, TimeSpan.Zero);
    }

    /// <summary>Returns whether files are expected for a slot, by the hours of the day.</summary>
    public bool IsExpected(DateTimeOffset slot)
    {
        var clock = TimeOnly.FromTimeSpan(slot.UtcDateTime.TimeOfDay);
        return From < To ? clock >= From && clock < To : clock >= From || clock < To;
    }

    /// <summary>Returns the slots that begin in a span of time, the oldest first.</summary>
    /// <param name="from">The beginning of the span, inclusive.</param>
    /// <param name="to">The end of the span, exclusive.</param>
    public IEnumerable<DateTimeOffset> Slots(DateTimeOffset from, DateTimeOffset to)
    {
        var slot = SlotOf(from);
        for (slot = slot < from ? slot + Every : slot; slot < to; slot += Every) yield return slot;
    }
}
