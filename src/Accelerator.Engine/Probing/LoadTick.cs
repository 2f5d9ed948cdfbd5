namespace Accelerator.Engine.Probing;

/// <summary>The bytes that the streams had received at one time.</summary>
/// <param name="At">Time since the step began.</param>
/// <param name="Streams">Bytes of each stream.</param>
internal readonly record struct LoadTick(TimeSpan At, IReadOnlyList<long> Streams)
{
    /// <summary>Bytes of all streams.</summary>
    public long Bytes => Streams.Sum();
}
