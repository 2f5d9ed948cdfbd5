using Accelerator.Jobs.Expecting;

namespace Accelerator.Service.Figures;

/// <summary>What the ledger has answered.</summary>
internal sealed record LedgerReading
{
    /// <summary>The figures that change from second to second; null before the first answer.</summary>
    public LedgerFigures? Ledger { get; init; }

    /// <summary>The deliveries of the last 24 h by time; null before the first answer.</summary>
    public DayFigures? Day { get; init; }

    /// <summary>When <see cref="Day"/> and <see cref="Products"/> were read, by the monotonic clock.</summary>
    public long DayAt { get; init; }

    /// <summary>The expected products and the latency of each job.</summary>
    public IReadOnlyDictionary<string, ProductReading> Products { get; init; } = new Dictionary<string, ProductReading>();

    /// <summary>When each job last completed a poll.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> Polls { get; init; } = new Dictionary<string, DateTimeOffset>();

    /// <summary>Why the last query failed; null if it did not.</summary>
    public string? Silence { get; init; }
}
