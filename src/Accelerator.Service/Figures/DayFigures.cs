using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>What was delivered in the last 24 h, by time.</summary>
/// <param name="Spans">All jobs together, by quarters of an hour.</param>
/// <param name="Hours">Each job's bytes, by hours.</param>
internal sealed record DayFigures(IReadOnlyList<DeliveryBucket> Spans, IReadOnlyDictionary<string, IReadOnlyList<long>> Hours);
