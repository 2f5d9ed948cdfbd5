namespace Accelerator.Jobs.Expecting;

/// <summary>The latency of the files that were delivered in one clock hour, or are overdue since it.</summary>
/// <param name="At">The beginning of the hour, UTC.</param>
/// <param name="Latency">The figures.</param>
public sealed record LatencyHour(DateTimeOffset At, Latency Latency);
