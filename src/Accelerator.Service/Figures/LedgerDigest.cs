using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>Queries the ledger for the figures; the longer query runs less often.</summary>
internal static class LedgerDigest
{
    /// <summary>The most quarantined files that are listed individually.</summary>
    public const int MostQuarantined = 50;

    private static readonly TimeSpan Span = TimeSpan.FromMinutes(15);
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);
    private static readonly TimeSpan MostBack = TimeSpan.FromDays(7);

    /// <summary>Reads the figures that change from second to second.</summary>
    /// <param name="now">The service's time.</param>
    public static async Task<LedgerFigures> ReadAsync(JobLedger ledger, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var report = ledger.Report;
        return new LedgerFigures
        {
            At = now,
            Counts = await report.OpenCountsAsync(cancellationToken).ConfigureAwait(false),
            Standings = (await report.JobsAsync(cancellationToken).ConfigureAwait(false)).ToDictionary(
                standing => standing.Job, StringComparer.Ordinal),
            Paused = (await ledger.Upkeep.ListPausedAsync(cancellationToken).ConfigureAwait(false)).ToDictionary(
                paused => paused.Job, StringComparer.Ordinal),
            Nodes = ledger.IsShared ? await ledger.Nodes.ListAsync(cancellationToken).ConfigureAwait(false) : [],
            Quarantined = await report.QuarantinedAsync(null, MostQuarantined, cancellationToken).ConfigureAwait(false),
            GivenUp = (await report.GivenUpAsync(cancellationToken).ConfigureAwait(false)).ToDictionary(
                given => given.Job, StringComparer.Ordinal),
            Delivered = (await report.DeliveredAsync(now - Day, cancellationToken).ConfigureAwait(false)).ToDictionary(
                count => count.Job, StringComparer.Ordinal),
        };
    }

    /// <summary>Reads the figures that change from minute to minute.</summary>
    public static async Task<DayFigures> ReadDayAsync(
        JobLedger ledger, IEnumerable<string> jobs, DateTimeOffset now, CancellationToken cancellationToken)
    {
        // The last interval is not over yet. A day of quarters ends with the present one, and so contains the last 24 clock hours.
        var from = Start(Span) + Span - Day;
        var count = checked((int)(Day / Span));
        var spans = await ledger.Report.DeliveredByJobAsync(from, Span, count, cancellationToken).ConfigureAwait(false);
        var firstHour = Start(Hour) - Day + Hour;
        var all = Enumerable.Range(0, count).Select(i => new DeliveryBucket(
            from + (Span * i), spans.Values.Sum(job => job[i].Files), spans.Values.Sum(job => job[i].Bytes)));
        return new DayFigures([.. all], spans, jobs.ToDictionary(
            job => job, IReadOnlyList<long> (job) => HoursOf(spans.GetValueOrDefault(job) ?? [], firstHour), StringComparer.Ordinal));

        DateTimeOffset Start(TimeSpan width) => new(now.Ticks - (now.Ticks % width.Ticks), TimeSpan.Zero);
    }

    /// <summary>Reads the deliveries of the last seven days by clock hour: see <see cref="ThroughputHistory"/>.</summary>
    public static Task<IReadOnlyDictionary<string, IReadOnlyList<DeliveryBucket>>> ReadWeekAsync(
        JobLedger ledger, DateTimeOffset now, CancellationToken cancellationToken) =>
        ledger.Report.DeliveredByJobAsync(ThroughputHistory.Start(now), Hour, ThroughputHistory.Count, cancellationToken);

    private static long[] HoursOf(IReadOnlyList<DeliveryBucket> spans, DateTimeOffset first)
    {
        var hours = new long[checked((int)(Day / Hour))];
        foreach (var span in spans.Where(span => span.Start >= first)) hours[checked((int)((span.Start - first) / Hour))] += span.Bytes;
        return hours;
    }

    /// <summary>Reads the expected products and the latency of each job.</summary>
    public static async Task<IReadOnlyDictionary<string, ProductReading>> ReadProductsAsync(
        JobLedger ledger, IEnumerable<JobDefinition> jobs, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var all = new Dictionary<string, ProductReading>(StringComparer.Ordinal);
        foreach (var job in jobs)
        {
            all[job.Name] = await ProductReading.ReadAsync(ledger, job, now - WatchedFor(job), now, now, now - Day, cancellationToken)
                .ConfigureAwait(false);
        }
        return all;
    }

    /// <summary>
    /// Returns how long the slots of a job are watched. Later, polls do not see their folders any more, and nothing can close their gaps.
    /// </summary>
    public static TimeSpan WatchedFor(JobDefinition job)
    {
        var back = job.LookBack < MostBack ? job.LookBack : MostBack;
        TimeSpan[] spans = [Day, job.SilentAfter ?? Day, job.Expect is { } rule ? back + rule.MissingAfter : Day];
        return spans.Max();
    }

    /// <summary>
    /// Returns when each job last completed a poll, as far as the ledger knows: the latest of all folders of the job.
    /// </summary>
    public static async Task<IReadOnlyDictionary<string, DateTimeOffset>> ReadPollsAsync(
        JobLedger ledger, CancellationToken cancellationToken) =>
        (await ledger.Report.FoldersAsync(null, cancellationToken).ConfigureAwait(false)).Where(
            folder => folder.LastCompletePoll is not null)
            .GroupBy(folder => folder.Job, StringComparer.Ordinal)
            .ToDictionary(job => job.Key, job => job.Max(folder => folder.LastCompletePoll!.Value), StringComparer.Ordinal);
}
