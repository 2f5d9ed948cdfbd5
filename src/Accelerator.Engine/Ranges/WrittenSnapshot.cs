namespace Accelerator.Engine.Ranges;

/// <summary>
/// The bytes of a file that were written and not yet durable at one time; created by <see cref="FileMap.Snapshot"/> before a flush and
/// returned after it. Bytes that are discarded in between leave it.
/// </summary>
internal sealed class WrittenSnapshot
{
    internal WrittenSnapshot(IntervalSet ranges) => Ranges = ranges;

    /// <summary>Guarded by the map's lock.</summary>
    internal IntervalSet Ranges { get; }
}
