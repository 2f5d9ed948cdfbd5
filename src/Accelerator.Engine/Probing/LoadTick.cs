namespace Accelerator.Engine.Probing;

/// <summary>What the streams had received at one moment.</summary>
/// <param name="At">Time since the step began.</param>
/// <param name="Streams">Bytes of each stream.</param>
internal readonly record struct LoadTick(TimeSpan At, IReadOnlyList<long> Streams)
{
    /// <summary>Bytes of all of them.</summary>
    public long Bytes => Streams.Sum();
}
