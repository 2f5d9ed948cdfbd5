using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>What the ledger told at one moment.</summary>
internal sealed record LedgerFigures
{
    public required DateTimeOffset At { get; init; }

    public required IReadOnlyList<StateCount> Counts { get; init; }

    public required IReadOnlyDictionary<string, JobStanding> Standings { get; init; }

    public required IReadOnlySet<string> Paused { get; init; }

    public required IReadOnlyList<QuarantinedFile> Quarantined { get; init; }

    public required IReadOnlyDictionary<string, GivenUpEffects> GivenUp { get; init; }

    /// <summary>Of each job, over 24 h.</summary>
    public required IReadOnlyDictionary<string, Timeliness> Timeliness { get; init; }

    public required IReadOnlyDictionary<string, DeliveryCount> Delivered { get; init; }
}

/// <summary>What was delivered in the last 24 h, by time.</summary>
/// <param name="Spans">All jobs together, by quarters of an hour.</param>
/// <param name="Hours">Each job's bytes, by hours.</param>
internal sealed record DayFigures(IReadOnlyList<DeliveryBucket> Spans, IReadOnlyDictionary<string, IReadOnlyList<long>> Hours);
