using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>The deliveries in each clock hour (UTC) of the last seven days.</summary>
/// <param name="From">The beginning of the first hour.</param>
/// <param name="Bytes">The bytes of all jobs, the oldest hour first; the last hour is not over.</param>
/// <param name="Files">The files of all jobs.</param>
/// <param name="Servers">The bytes of the jobs of each server.</param>
internal sealed record ThroughputHistory(
    DateTimeOffset From, IReadOnlyList<long> Bytes, IReadOnlyList<long> Files, IReadOnlyDictionary<string, IReadOnlyList<long>> Servers)
{
    /// <summary>The number of hours.</summary>
    public const int Count = 7 * 24;

    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    /// <summary>Returns the beginning of the first hour.</summary>
    public static DateTimeOffset Start(DateTimeOffset now) =>
        new DateTimeOffset(now.UtcTicks - (now.UtcTicks % Hour.Ticks), TimeSpan.Zero) - (Hour * (Count - 1));

    /// <summary>Composes the history from two readings of the ledger.</summary>
    /// <param name="week">The hours of each job, which may have been read some hours ago.</param>
    /// <param name="day">The last 24 h, which replace those of <paramref name="week"/>.</param>
    /// <param name="jobs">The jobs of the job file.</param>
    /// <param name="now">The service's time.</param>
    public static ThroughputHistory Of(IReadOnlyDictionary<string, IReadOnlyList<DeliveryBucket>> week, DayFigures day,
        IReadOnlyList<JobDefinition> jobs, DateTimeOffset now)
    {
        var from = Start(now);
        var (bytes, files) = (new long[Count], new long[Count]);
        var servers = jobs.Select(job => job.Server.Name).Distinct(StringComparer.Ordinal)
            .ToDictionary(name => name, _ => new long[Count], StringComparer.Ordinal);
        // The first hour that the quarters contain completely.
        var start = day.Spans[0].Start;
        var into = start.UtcTicks % Hour.Ticks;
        var recent = into == 0 ? start : start.AddTicks(Hour.Ticks - into);
        foreach (var (job, buckets) in week) Add(job, buckets.Where(bucket => bucket.Start < recent));
        foreach (var (job, buckets) in day.JobSpans) Add(job, buckets.Where(bucket => bucket.Start >= recent));
        return new ThroughputHistory(from, bytes, files,
            servers.ToDictionary(server => server.Key, IReadOnlyList<long> (server) => server.Value, StringComparer.Ordinal));

        void Add(string name, IEnumerable<DeliveryBucket> buckets)
        {
            var own = jobs.FirstOrDefault(job => job.Name == name) is { } job ? servers[job.Server.Name] : null;
            foreach (var bucket in buckets)
            {
                var index = checked((int)((bucket.Start - from) / Hour));
                if (bucket.Start < from || index >= Count) continue;
                bytes[index] += bucket.Bytes;
                files[index] += bucket.Files;
                if (own is not null) own[index] += bucket.Bytes;
            }
        }
    }
}
