namespace Accelerator.Ftp.Sockets;

/// <summary>The facts that the operating system reports about one TCP connection at one point in time. Null means not reported.</summary>
internal sealed record TcpFacts
{
    /// <summary>The value used when the system reports nothing or the connection is closed.</summary>
    public static TcpFacts Unknown { get; } = new();

    /// <summary>
    /// Shortest measured round trip. A connection that only receives has one sample, from its handshake, so later queueing delay is not
    /// included.
    /// </summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Largest known packet of the network path, headers included, in bytes.</summary>
    public int? PathMtu { get; init; }

    /// <summary>Largest segment announced to the peer (Linux), or agreed with it (Windows), in bytes.</summary>
    public int? MaxSegment { get; init; }

    /// <summary>
    /// Receive window that this side currently advertises, in bytes. While autotuning can still enlarge the window, it is about twice the
    /// data received per round trip. A sender that fills the window has therefore reached its maximum.
    /// </summary>
    public long? ReceiveWindow { get; init; }

    /// <summary>Whether the connection is MPTCP; <see cref="MultipathState.None"/> if that was not asked for.</summary>
    public MultipathState Multipath { get; init; }

    /// <summary>Number of segments with data that have arrived. On Windows the number is calculated from the bytes received.</summary>
    public long? PacketsReceived { get; init; }

    /// <summary>
    /// Number of segments with data that arrived out of order: the receiver's only sign of loss. After one lost packet, every later packet
    /// counts until the lost one is retransmitted, so this is a measure of disturbance and not the number of losses.
    /// </summary>
    public long? PacketsOutOfOrder { get; init; }
}
