using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Segments;

/// <summary>The properties of a run that <see cref="StealPolicy"/> uses.</summary>
/// <param name="Claimed">First byte that has not been assigned to its stream.</param>
/// <param name="End">End of its range.</param>
/// <param name="BytesPerSecond">Its rate; 0 before the first byte.</param>
/// <param name="IsLevel">Whether its rate has stopped growing; until then it doubles every round trip.</param>
internal readonly record struct RunView(long Claimed, long End, double BytesPerSecond, bool IsLevel)
{
    /// <summary>Its path, if it is not the asking stream's; null if it is.</summary>
    public PathView? Path { get; init; }

    /// <summary>Bytes that have not been assigned.</summary>
    public long Rest => End - Claimed;
}
