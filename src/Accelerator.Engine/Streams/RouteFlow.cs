namespace Accelerator.Engine.Streams;

/// <summary>What came by one lane, at one moment.</summary>
/// <param name="Fetched">Bytes off the network in this run.</param>
/// <param name="Receiving">Streams that receive.</param>
/// <param name="Level">The rates of those that have levelled off, in no order, bytes per second.</param>
/// <param name="LastByteAt">Time stamp at which any of them was last seen to receive; 0 where none does.</param>
/// <param name="AskedAt">Time stamp of the youngest range that was asked for and has not brought a byte; 0 where there is none.</param>
/// <param name="Deaths">Data connections that broke off since this was last asked.</param>
internal readonly record struct RouteFlow(
    long Fetched, int Receiving, IReadOnlyList<double> Level, long LastByteAt, long AskedAt, int Deaths);
