using System.Globalization;
using System.Text.Json.Serialization;
using Accelerator.Engine.Sources;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Expecting;

/// <summary>How long files took from their appearance on the archive to their delivery.</summary>
/// <param name="Files">The number of delivered files.</param>
/// <param name="Late">The number of files above the objective, including undelivered ones; 0 without an objective.</param>
/// <param name="Undelivered">The number of undelivered files among them.</param>
/// <param name="Median">The median, in seconds; 0 without files, as the others.</param>
/// <param name="P95">The 95th percentile, in seconds.</param>
/// <param name="P99">The 99th percentile, in seconds.</param>
/// <param name="Longest">The longest time, in seconds.</param>
public sealed record Latency(int Files, int Late, int Undelivered, double Median, double P95, double P99, double Longest)
{
    // A copy keeps the time of its original, which may be years old. An archive that could not be reached for longer is a known failure.
    private static readonly TimeSpan OldestTrusted = TimeSpan.FromDays(1);

    /// <summary>The number of <see cref="Undelivered"/> files that are gone from the archive: they will not be delivered.</summary>
    public int Lost { get; init; }

    /// <summary>
    /// The number of files that the objective judges: delivered files, and undelivered ones that are overdue. A file that is never
    /// delivered is late, and not absent from the statistics.
    /// </summary>
    [JsonIgnore]
    public int Due => Files + Undelivered;

    /// <summary>The number of delivered files that met the objective; all of them without one.</summary>
    [JsonIgnore]
    public int InTime => Due - Late;

    /// <summary>
    /// Returns when a file appeared on the archive: its last change by the server's clock if that is at most a day before its first
    /// sighting, otherwise its first sighting.
    /// </summary>
    /// <param name="modified">The last change as MDTM writes it; null if it is not known.</param>
    /// <param name="firstSeen">The first sighting.</param>
    public static DateTimeOffset Appeared(string? modified, DateTimeOffset firstSeen)
    {
        if (modified is null || !DateTime.TryParseExact(ListedFacts.ToTheSecond(modified), "yyyyMMddHHmmss", CultureInfo.InvariantCulture,
            DateTimeStyles.None, out var clock))
            return firstSeen;
        var changed = new DateTimeOffset(clock, TimeSpan.Zero);
        return changed < firstSeen && firstSeen - changed <= OldestTrusted ? changed : firstSeen;
    }

    /// <summary>Returns how long a delivered file took; at least zero.</summary>
    public static TimeSpan Of(Arrival arrival) =>
        arrival.DeliveredAt - Appeared(arrival.Modified, arrival.FirstSeen) is var time && time > TimeSpan.Zero ? time : TimeSpan.Zero;

    /// <summary>Summarizes the times of delivered files.</summary>
    /// <param name="times">The time of each file, in seconds.</param>
    /// <param name="objective">The longest time that a file may take; null for none.</param>
    /// <param name="undelivered">The number of undelivered files that have waited for longer.</param>
    public static Latency Of(IEnumerable<double> times, TimeSpan? objective, int undelivered)
    {
        double[] seconds = [.. times.Order()];
        var late = objective is { } limit ? seconds.Count(time => time > limit.TotalSeconds) + undelivered : 0;
        return new Latency(
            seconds.Length, late, undelivered, Percentile(seconds, 0.5), Percentile(seconds, 0.95), Percentile(seconds, 0.99),
            seconds.Length == 0 ? 0 : seconds[^1]);
    }

    // The nearest rank: always the time of a file.
    private static double Percentile(double[] sorted, double share) =>
        sorted.Length == 0 ? 0 : sorted[Math.Max(0, checked((int)Math.Ceiling(share * sorted.Length)) - 1)];
}
