namespace Accelerator.Engine.Probing;

/// <summary>The network path to the server without load.</summary>
public sealed record ProbePath
{
    /// <summary>Time from the first packet, name look-up included, to the greeting.</summary>
    public required TimeSpan Greeted { get; init; }

    /// <summary>Time from the greeting to a session that is logged in, FEAT included.</summary>
    public required TimeSpan LoggedIn { get; init; }

    /// <summary>Time from the preparation of RETR (EPSV) on an open session to the first byte.</summary>
    public required TimeSpan? FirstByte { get; init; }

    /// <summary>Shortest reply time of a NOOP: the round trip and the server's quickest reply.</summary>
    public required TimeSpan RoundTrip { get; init; }

    /// <summary>Median reply time of a NOOP.</summary>
    public required TimeSpan MedianRoundTrip { get; init; }

    /// <summary>
    /// Round trip as measured by TCP; null where the system does not report it. Far below <see cref="RoundTrip"/> on a path with a proxy,
    /// or to a slow server.
    /// </summary>
    public required TimeSpan? TcpRoundTrip { get; init; }

    /// <summary>Path MTU of the data connection in bytes; null where the system does not report it.</summary>
    public required int? PathMtu { get; init; }

    /// <summary>Largest segment, in bytes; null where the system does not report it.</summary>
    public required int? MaxSegment { get; init; }

    /// <summary>
    /// TCP connections of one MPTCP connection, 1 or more; 0 if it fell back to TCP; null if MPTCP was not requested or this system has
    /// none.
    /// </summary>
    public int? Subflows { get; init; }
}
