namespace Accelerator.Jobs.Definitions;

/// <summary>Certain hours of certain days.</summary>
/// <param name="Days">The days on which the window begins.</param>
/// <param name="From">The beginning.</param>
/// <param name="To">The end; on the next day if it is not after <paramref name="From"/>.</param>
/// <param name="Zone">The time zone of both.</param>
public sealed record ClockWindow(IReadOnlySet<DayOfWeek> Days, TimeOnly From, TimeOnly To, TimeZoneInfo Zone)
{
    /// <summary>Returns whether the window contains a time. The beginning is inclusive, the end exclusive.</summary>
    public bool Holds(DateTimeOffset time)
    {
        var local = TimeZoneInfo.ConvertTime(time, Zone);
        var clock = TimeOnly.FromTimeSpan(local.TimeOfDay);
        if (From < To) return Days.Contains(local.DayOfWeek) && clock >= From && clock < To;
        return (clock >= From && Days.Contains(local.DayOfWeek)) || (clock < To && Days.Contains(local.AddDays(-1).DayOfWeek));
    }

    // A record compares sets by reference, and reading the file again creates a new set.
    public bool Equals(ClockWindow? other) =>
        other is not null && (From, To) == (other.From, other.To) && Zone.Id == other.Zone.Id && Days.SetEquals(other.Days);

    public override int GetHashCode() => HashCode.Combine(From, To, Zone.Id);
}
