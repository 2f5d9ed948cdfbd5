using System.Net;

namespace Accelerator.Loopback.Shaping;

/// <summary>The simulated link. Rates are bytes of content per second; null means as fast as the machine can.</summary>
public sealed record LinkShape
{
    /// <summary>No limits, no delay.</summary>
    public static LinkShape Unlimited { get; } = new();

    /// <summary>Rate of each data connection.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>Rate of all data connections together.</summary>
    public long? TotalBytesPerSecond { get; init; }

    /// <summary>
    /// Time from a command's arrival to its first reply, as a round trip would take it: commands sent together are answered together.
    /// It delays the greeting too, but neither the TCP handshakes nor a transfer's final reply, which comes with the end of the data.
    /// </summary>
    public TimeSpan ReplyLatency { get; init; }

    /// <summary>
    /// Rate by the ordinal of the data connection (1 = the first one accepted), in place of <see cref="BytesPerSecond"/>;
    /// null as its result means <see cref="BytesPerSecond"/>.
    /// </summary>
    public Func<int, long?>? BytesPerSecondOf { get; init; }

    /// <summary>
    /// Rate of all data connections of one client address together: one of several routes to the server. Null, or null as its result, for
    /// no limit.
    /// </summary>
    public Func<IPAddress, long?>? BytesPerSecondTo { get; init; }

    internal long? RateOf(int dataConnection) => BytesPerSecondOf?.Invoke(dataConnection) ?? BytesPerSecond;
}
