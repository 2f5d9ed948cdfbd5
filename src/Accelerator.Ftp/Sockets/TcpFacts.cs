namespace Accelerator.Ftp.Sockets;

/// <summary>What the operating system reports about one TCP connection at one point in time. Null means not reported.</summary>
internal sealed record TcpFacts
{
    /// <summary>The value for a system that reports nothing, or a closed connection.</summary>
    public static TcpFacts Unknown { get; } = new();

    /// <summary>
    /// Shortest round trip. A connection that only receives has one sample, from its handshake: later queueing delay does not show here.
    /// </summary>
    public TimeSpan? RoundTrip { get; init; }

    /// <summary>Largest known packet of the network path, headers included, in bytes.</summary>
    public int? PathMtu { get; init; }

    /// <summary>Largest segment announced to the peer (Linux), or agreed with it (Windows), in bytes.</summary>
    public int? MaxSegment { get; init; }

    /// <summary>
    /// Receive window that this side currently offers, in bytes. Autotuning keeps it at about twice the data of a round trip for as long as
    /// it may grow, so a sender that fills it has reached the limit.
    /// </summary>
    public long? ReceiveWindow { get; init; }

    /// <summary>Segments with data that have arrived. On Windows it is calculated from the bytes.</summary>
    public long? PacketsReceived { get; init; }

    /// <summary>
    /// Those of them that arrived out of order: the receiver's only sign of loss. After one lost packet all that follow count until it is
    /// retransmitted, so the number shows disturbance, not the count of losses.
    /// </summary>
    public long? PacketsOutOfOrder { get; init; }
}
