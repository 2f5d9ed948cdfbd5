namespace Accelerator.Engine.Probing;

/// <summary>The way to the server while nothing loads it.</summary>
public sealed record ProbePath
{
    /// <summary>From the first packet, name look-up included, to the greeting.</summary>
    public required TimeSpan Greeted { get; init; }

    /// <summary>From there to a session that is logged in, features asked.</summary>
    public required TimeSpan LoggedIn { get; init; }

    /// <summary>From RETR's preparation (EPSV) on a session that stands to the first byte.</summary>
    public required TimeSpan? FirstByte { get; init; }

    /// <summary>Shortest answer to a NOOP: the round trip and the server's quickest reply.</summary>
    public required TimeSpan RoundTrip { get; init; }

    /// <summary>Median answer to a NOOP.</summary>
    public required TimeSpan MedianRoundTrip { get; init; }

    /// <summary>
    /// Round trip as TCP measured it; null where the system does not say. Far below <see cref="RoundTrip"/> on a path with a proxy, or to a
    /// slow server.
    /// </summary>
    public required TimeSpan? TcpRoundTrip { get; init; }

    /// <summary>Path MTU of the data connection in bytes; null where the system does not say.</summary>
    public required int? PathMtu { get; init; }

    /// <summary>Largest segment, in bytes; null where the system does not say.</summary>
    public required int? MaxSegment { get; init; }
}
