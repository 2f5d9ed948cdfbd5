using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>The answers of the ledger to one reading.</summary>
internal sealed record LedgerReading
{
    /// <summary>The figures that change from second to second; null before the first answer.</summary>
    public LedgerFigures? Ledger { get; init; }

    /// <summary>The deliveries of the last 24 h by time; null before the first answer.</summary>
    public DayFigures? Day { get; init; }

    /// <summary>The deliveries of each job by clock hour; null before the first answer.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<DeliveryBucket>>? Week { get; init; }

    /// <summary>When <see cref="Week"/> was read, by the monotonic clock.</summary>
    public long WeekAt { get; init; }

    /// <summary>When <see cref="Day"/> and all <see cref="Products"/> were read, by the monotonic clock.</summary>
    public long DayAt { get; init; }

    /// <summary>The expected products and the latency of each job, and the last complete poll that had ended before they were
    /// read.</summary>
    public IReadOnlyDictionary<string, (ProductReading Reading, DateTimeOffset? Poll)> Products { get; init; } =
        new Dictionary<string, (ProductReading, DateTimeOffset?)>();

    /// <summary>When each job last completed a poll.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> Polls { get; init; } = new Dictionary<string, DateTimeOffset>();

    /// <summary>Why the last query failed; null if it did not.</summary>
    public string? Silence { get; init; }

    /// <summary>Returns the same reading after a query that failed.</summary>
    /// <param name="failure">The failure.</param>
    /// <param name="patience">How long the query may take.</param>
    public LedgerReading After(Exception failure, TimeSpan patience) => this with
    {
        Silence = failure switch
        {
            LedgerException => failure.Message,
            ObjectDisposedException or OperationCanceledException => $"The ledger has not answered for {patience.TotalSeconds:0} s.",
            _ => $"A defect in ftpxd, while it read the ledger. {failure}",
        },
    };

    /// <summary>Returns the last complete poll of a job that had ended before its products were read; null for none.</summary>
    public DateTimeOffset? PollOf(string job) => Products.TryGetValue(job, out var read) ? read.Poll : null;
}
