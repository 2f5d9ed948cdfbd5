using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Expecting;

/// <summary>The entries of the ledger about a job's products in a span of time.</summary>
/// <param name="Slots">The expected slots; null if the job expects none.</param>
/// <param name="Outages">The known outages of the job, by their beginning.</param>
/// <param name="Latency">The latency of the files delivered in the span, or in its end.</param>
/// <param name="Hours">The same by clock hour.</param>
/// <param name="LastSeen">When the newest file was first seen; null if there is none in the span.</param>
public sealed record ProductReading(
    SlotPlan? Slots, IReadOnlyList<Outage> Outages, Latency Latency, IReadOnlyList<LatencyHour> Hours, DateTimeOffset? LastSeen)
{
    // Clocks differ, and the name of a product may have the end of its observation.
    private static readonly TimeSpan EarliestBefore = TimeSpan.FromHours(1);

    /// <summary>Reads the ledger.</summary>
    /// <param name="from">The beginning of the span, inclusive.</param>
    /// <param name="to">The end of the span, exclusive.</param>
    /// <param name="now">The service's time.</param>
    /// <param name="latencyFrom">The time from which the latency counts; null for the whole span.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public static async Task<ProductReading> ReadAsync(
        JobLedger ledger, JobDefinition job, DateTimeOffset from, DateTimeOffset to, DateTimeOffset now, DateTimeOffset? latencyFrom,
        CancellationToken cancellationToken)
    {
        var (slots, latency) = (job.Expect is { } expected ? new SlotTally(expected) : null, new LatencyTally(job.Objective));
        var since = from - EarliestBefore;
        DateTimeOffset? last = null;
        await foreach (var arrival in ledger.Products.ArrivalsAsync(job.Name, since, cancellationToken).ConfigureAwait(false))
        {
            slots?.AddDelivered(arrival.Folder, arrival.Name, arrival.DeliveredAt);
            latency.Add(arrival);
            if (!(arrival.FirstSeen <= last)) last = arrival.FirstSeen;
        }
        // A file becomes overdue in the span although it was seen before it, by as long as the objective lasts.
        var seen = since - (job.Objective ?? TimeSpan.Zero);
        foreach (var file in await ledger.Products.PendingAsync(job.Name, seen, cancellationToken).ConfigureAwait(false))
        {
            slots?.AddPending(file);
            latency.Add(file, now);
            if (!(file.FirstSeen <= last)) last = file.FirstSeen;
        }
        var outages = await ledger.Products.OutagesAsync(job.Name, cancellationToken).ConfigureAwait(false);
        SlotPlan? plan = null;
        if (job.Expect is { } rule)
        {
            var begun = await ledger.Products.BegunAsync(job.Name, cancellationToken).ConfigureAwait(false);
            plan = new SlotPlanner(rule, slots!, outages, begun).Plan(from, to, now);
        }
        var start = latencyFrom ?? from;
        return new ProductReading(plan, outages, latency.Sum(start, now), latency.Hours(start, now), last);
    }
}
