namespace Accelerator.Engine.Probing;

/// <summary>One number of streams, measured after slow start.</summary>
public sealed record ProbeStep
{
    /// <summary>Streams that received.</summary>
    public required int Streams { get; init; }

    /// <summary>Goodput of all streams, bytes per second, over the last round trips.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>Bytes per second of the slowest stream.</summary>
    public required double SlowestStream { get; init; }

    /// <summary>Bytes per second of the fastest stream.</summary>
    public required double FastestStream { get; init; }

    /// <summary>Whether goodput had become flat; false when time or bytes ran out before, so that it may be higher.</summary>
    public required bool IsSettled { get; init; }

    /// <summary>Reply time of a NOOP meanwhile, the lower quartile; null when no idle session was left to query.</summary>
    public required TimeSpan? RoundTrip { get; init; }

    /// <summary>Data segments received, of all streams; null where the system does not report it.</summary>
    public required long? Packets { get; init; }

    /// <summary>Segments of these that arrived out of order; null where the system does not report it.</summary>
    public required long? PacketsOutOfOrder { get; init; }

    /// <summary>Widest receive window that one of the streams offered, in bytes; null where the system does not report it.</summary>
    public required long? ReceiveWindow { get; init; }

    /// <summary>Share of this machine's processors that this process used, 0 to 1.</summary>
    public required double CpuShare { get; init; }

    /// <summary>
    /// How often a stream reached the end of the file and restarted: each restart costs a new start, so many of them indicate a short file.
    /// </summary>
    public required int Restarts { get; init; }

    /// <summary>Bytes read in this step.</summary>
    public required long Bytes { get; init; }

    /// <summary>Duration, without the opening of its sessions.</summary>
    public required TimeSpan Elapsed { get; init; }
}
