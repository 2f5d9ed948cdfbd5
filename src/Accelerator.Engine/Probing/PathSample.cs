namespace Accelerator.Engine.Probing;

/// <summary>A light measurement of the network path to a server: one number of streams, for a few seconds.</summary>
internal sealed record PathSample
{
    /// <summary>Streams that received to the end.</summary>
    public required int Streams { get; init; }

    /// <summary>Goodput of all streams, bytes per second, over the second half of the time.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>Bytes per second of the median stream, over the same time.</summary>
    public required double StreamRate { get; init; }

    /// <summary>Shortest reply time of a NOOP before the load.</summary>
    public required TimeSpan RoundTrip { get; init; }

    /// <summary>
    /// Share of the received data segments that arrived out of order, 0 to 1: what a receiver sees of loss. Null where the system does not
    /// report it.
    /// </summary>
    public required double? OutOfOrder { get; init; }

    /// <summary>Bytes read.</summary>
    public required long Bytes { get; init; }

    /// <summary>Duration of the load.</summary>
    public required TimeSpan Elapsed { get; init; }
}
