namespace Accelerator.Tuning.Advising;

/// <summary>The arithmetic of long paths: one stream carries one window per round trip.</summary>
public static class WindowArithmetic
{
    private const int MostStreams = 64;

    /// <summary>Returns the bytes in flight that fill a link: the bandwidth-delay product.</summary>
    public static long Product(long bitsPerSecond, TimeSpan roundTrip) => (long)(bitsPerSecond / 8.0 * roundTrip.TotalSeconds);

    // The fastest Ethernet (IEEE 802.3dj). On the loopback of this computer, the window divided by the round trip gives more.
    private const double FastestLink = 1.6e12;

    /// <summary>
    /// Returns the upper bound of one stream in bits per second; null if it is more than any link carries, so that the window is no limit.
    /// </summary>
    public static double? StreamBits(long window, TimeSpan roundTrip) =>
        window * 8.0 / Math.Max(roundTrip.TotalSeconds, 1e-6) is var bits && bits <= FastestLink ? bits : null;

    /// <summary>Returns the number of streams that fill a link.</summary>
    public static StreamNeed Streams(long bitsPerSecond, TimeSpan roundTrip, long window)
    {
        var least = Math.Max(1, (long)Math.Ceiling((double)Product(bitsPerSecond, roundTrip) / Math.Max(1, window)));
        var advised = least == 1 ? 1 : checked((int)Math.Min(MostStreams, Math.Ceiling(least * 1.25)));
        return new StreamNeed(least, advised, least <= MostStreams);
    }
}
