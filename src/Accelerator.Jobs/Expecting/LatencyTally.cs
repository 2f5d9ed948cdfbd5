using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Expecting;

/// <summary>Collects the latency of a job's files, by the clock hour of their delivery.</summary>
/// <param name="objective">The longest time that a file may take; null for none.</param>
public sealed class LatencyTally(TimeSpan? objective)
{
    private readonly Dictionary<long, (List<double> Seconds, int Undelivered, int Lost)> _hours = [];

    /// <summary>Takes a delivered file.</summary>
    public void Add(Arrival arrival) => At(arrival.DeliveredAt).Seconds.Add(Latency.Of(arrival).TotalSeconds);

    /// <summary>
    /// Takes an undelivered file: it counts as late in the hour in which it became overdue, or in that of its first sighting if it was
    /// overdue then.
    /// </summary>
    public void Add(PendingFile file, DateTimeOffset now)
    {
        if (file.IsSkipped || objective is not { } limit) return;
        var due = Latency.Appeared(file.Modified, file.FirstSeen) + limit;
        if (now <= due) return;
        var late = due > file.FirstSeen ? due : file.FirstSeen;
        var known = At(late);
        _hours[HourOf(late)] = known with { Undelivered = known.Undelivered + 1, Lost = known.Lost + (file.IsLost ? 1 : 0) };
    }

    /// <summary>Returns the figures of each hour in a span that has any, the oldest first.</summary>
    public IReadOnlyList<LatencyHour> Hours(DateTimeOffset from, DateTimeOffset to) =>
    [
        .. _hours.Where(hour => hour.Key >= HourOf(from) && TimeOf(hour.Key) < to).OrderBy(hour => hour.Key)
            .Select(hour => new LatencyHour(
                TimeOf(hour.Key), Latency.Of(hour.Value.Seconds, objective, hour.Value.Undelivered) with { Lost = hour.Value.Lost })),
    ];

    /// <summary>Returns the figures of all hours of a span together.</summary>
    public Latency Sum(DateTimeOffset from, DateTimeOffset to)
    {
        var hours = _hours.Where(hour => hour.Key >= HourOf(from) && TimeOf(hour.Key) < to).Select(hour => hour.Value).ToList();
        return Latency.Of(hours.SelectMany(hour => hour.Seconds), objective, hours.Sum(hour => hour.Undelivered))
            with { Lost = hours.Sum(hour => hour.Lost) };
    }

    private static long HourOf(DateTimeOffset time) => time.ToUnixTimeSeconds() / 3600;

    private static DateTimeOffset TimeOf(long hour) => DateTimeOffset.FromUnixTimeSeconds(hour * 3600);

    private (List<double> Seconds, int Undelivered, int Lost) At(DateTimeOffset time)
    {
        var hour = HourOf(time);
        if (!_hours.TryGetValue(hour, out var known)) _hours.Add(hour, known = ([], 0, 0));
        return known;
    }
}
