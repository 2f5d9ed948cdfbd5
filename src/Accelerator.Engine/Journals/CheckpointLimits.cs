namespace Accelerator.Engine.Journals;

/// <summary>The limits on what a crash may cost.</summary>
/// <param name="Interval">Longest time from the start of one checkpoint to the start of the next. Default 1 s.</param>
/// <param name="UnflushedBytes">
/// Bytes written and not durable at which a checkpoint starts early and writers wait for it. Default 256 MiB. To start at half of it,
/// so that flushing and writing overlap, was measured (ext4, buffered, 8 writers): no faster, and twice as many flushes.
/// </param>
internal sealed record CheckpointLimits(TimeSpan Interval, long UnflushedBytes)
{
    /// <summary>1 s and 256 MiB.</summary>
    public static CheckpointLimits Default { get; } = new(TimeSpan.FromSeconds(1), 256L << 20);
}
