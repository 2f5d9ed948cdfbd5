namespace Accelerator.Engine.Probing;

/// <summary>One number of streams, measured after slow start.</summary>
public sealed record ProbeStep
{
    /// <summary>Streams that received.</summary>
    public required int Streams { get; init; }

    /// <summary>Goodput of all of them, bytes per second, over the last round trips.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>Bytes per second of the slowest of them.</summary>
    public required double SlowestStream { get; init; }

    /// <summary>Bytes per second of the fastest of them.</summary>
    public required double FastestStream { get; init; }

    /// <summary>Whether goodput had become flat; false when time or bytes ran out before, so that it may be more.</summary>
    public required bool IsSettled { get; init; }

    /// <summary>Answer to a NOOP meanwhile, the quicker quarter; null when no idle session was left to ask.</summary>
    public required TimeSpan? RoundTrip { get; init; }

    /// <summary>Segments with data that came, of all streams; null where the system does not say.</summary>
    public required long? Packets { get; init; }

    /// <summary>Those of them that came out of order; null where the system does not say.</summary>
    public required long? PacketsOutOfOrder { get; init; }

    /// <summary>Widest receive window that one of the streams offered, in bytes; null where the system does not say.</summary>
    public required long? ReceiveWindow { get; init; }

    /// <summary>Share of this machine's processors that this process used, 0 to 1.</summary>
    public required double CpuShare { get; init; }

    /// <summary>
    /// How often a stream came to the end of the file and began again: each pays for a new start, so that many make a short file.
    /// </summary>
    public required int Restarts { get; init; }

    /// <summary>Bytes read in this step.</summary>
    public required long Bytes { get; init; }

    /// <summary>How long it took, the opening of its sessions apart.</summary>
    public required TimeSpan Elapsed { get; init; }
}
