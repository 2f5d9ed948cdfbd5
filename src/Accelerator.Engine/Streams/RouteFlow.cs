namespace Accelerator.Engine.Streams;

/// <summary>A snapshot of the traffic of one route.</summary>
/// <param name="Fetched">Bytes received from the network in this run.</param>
/// <param name="Receiving">Streams that receive.</param>
/// <param name="Level">The rates of those that have levelled off, unordered, bytes per second.</param>
/// <param name="LastByteAt">Time stamp at which any of them was last seen to receive; 0 where none does.</param>
/// <param name="AskedAt">Time stamp of the latest requested range that has not brought a byte; 0 where there is none.</param>
/// <param name="Deaths">Data connections that were lost since the last snapshot.</param>
internal readonly record struct RouteFlow(
    long Fetched, int Receiving, IReadOnlyList<double> Level, long LastByteAt, long AskedAt, int Deaths)
{
    /// <summary>The median of <see cref="Level"/>, bytes per second; 0 when it is empty.</summary>
    public double LevelRate => Level.Count == 0 ? 0 : Level.Order().ElementAt(Level.Count / 2);
}
