namespace Accelerator.Cli.Report;

/// <summary>What came in one piece of time, [<paramref name="From"/>, <paramref name="To"/>).</summary>
/// <param name="From">Since the start of the run.</param>
/// <param name="To">Since the start of the run.</param>
/// <param name="Bytes">Over the network, by all streams.</param>
/// <param name="Active">Most streams that received.</param>
/// <param name="Wanted">Most streams that were wanted.</param>
internal readonly record struct GoodputBucket(TimeSpan From, TimeSpan To, long Bytes, int Active, int Wanted)
{
    /// <summary>Mean over the bucket, bytes per second.</summary>
    public double BytesPerSecond => Bytes / Math.Max((To - From).TotalSeconds, 1e-6);

    /// <summary>This bucket and the next one as one.</summary>
    public GoodputBucket With(GoodputBucket next) =>
        new(From, next.To, Bytes + next.Bytes, Math.Max(Active, next.Active), Math.Max(Wanted, next.Wanted));
}
