namespace Accelerator.Cli.Values;

/// <summary>A moment, as a date or as an age.</summary>
/// <param name="Timestamp">The date; null when an age was typed.</param>
/// <param name="Age">How long before the run begins, where <paramref name="Timestamp"/> is null.</param>
internal sealed record PointInTime(DateTimeOffset? Timestamp, TimeSpan Age)
{
    /// <summary>The moment, in a run that begins now.</summary>
    public DateTimeOffset At(DateTimeOffset now) => Timestamp ?? now - Age;
}
