namespace Accelerator.Engine.Ranges;

/// <summary>
/// What a file had written and not yet durable at one moment; made by <see cref="FileMap.Snapshot"/> before a flush and handed back after
/// it. What is discarded in between leaves it.
/// </summary>
internal sealed class WrittenSnapshot
{
    internal WrittenSnapshot(IntervalSet ranges) => Ranges = ranges;

    /// <summary>Guarded by the map's lock.</summary>
    internal IntervalSet Ranges { get; }
}
