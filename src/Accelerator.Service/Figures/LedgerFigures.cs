using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>The contents of the ledger at one time.</summary>
internal sealed record LedgerFigures
{
    public required DateTimeOffset At { get; init; }

    public required IReadOnlyList<StateCount> Counts { get; init; }

    public required IReadOnlyDictionary<string, JobStanding> Standings { get; init; }

    public required IReadOnlyDictionary<string, PausedJob> Paused { get; init; }

    /// <summary>The nodes; none if the ledger is not shared.</summary>
    public required IReadOnlyList<NodeBeat> Nodes { get; init; }

    public required IReadOnlyList<QuarantinedFile> Quarantined { get; init; }

    public required IReadOnlyDictionary<string, GivenUpEffects> GivenUp { get; init; }

    public required IReadOnlyDictionary<string, DeliveryCount> Delivered { get; init; }
}

/// <summary>The deliveries of the last 24 h, by time.</summary>
/// <param name="Spans">All jobs together, in quarters of an hour.</param>
/// <param name="JobSpans">Each job that has delivered, in the same quarters.</param>
/// <param name="Hours">The bytes of each job, in clock hours.</param>
internal sealed record DayFigures(IReadOnlyList<DeliveryBucket> Spans, IReadOnlyDictionary<string, IReadOnlyList<DeliveryBucket>> JobSpans,
    IReadOnlyDictionary<string, IReadOnlyList<long>> Hours);
