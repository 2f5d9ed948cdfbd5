namespace Accelerator.Engine.Transfers;

/// <summary>What <see cref="StealPolicy"/> needs to know of a run.</summary>
/// <param name="Claimed">First byte that has not been handed out to its stream.</param>
/// <param name="End">End of its range.</param>
/// <param name="BytesPerSecond">Its rate; 0 before the first byte.</param>
/// <param name="IsLevel">Whether its rate has stopped growing; until then it doubles every round trip.</param>
internal readonly record struct RunView(long Claimed, long End, double BytesPerSecond, bool IsLevel)
{
    /// <summary>The path that it comes by, where that is not the asking stream's; null where it is.</summary>
    public PathView? Path { get; init; }

    /// <summary>Bytes that have not been handed out.</summary>
    public long Rest => End - Claimed;
}
