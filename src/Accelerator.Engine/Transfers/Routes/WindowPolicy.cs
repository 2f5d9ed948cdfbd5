using Accelerator.Engine.Sites;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// Decides how many bytes one stream may have in flight on a known path: one and a half times its share of what the path carries. Without
/// a limit the senders leave slow start by overflowing the queue, and lose thousands of packets; at 10 Gbit/s and 8 ms they then used four
/// fifths of the path for a second and more. Pure.
/// </summary>
internal static class WindowPolicy
{
    // The surplus waits in the queue, and keeps the path full while a stream ends.
    private const double Surplus = 1.5;

    // Where more were needed, losses or a setting limit each: the windows differ, and large ones make up for small ones.
    private const int MostStreams = 8;

    // Below this, reply times vary by more than the round trip.
    private static readonly TimeSpan LeastRoundTrip = TimeSpan.FromMilliseconds(4);

    private const long LeastWindow = 1 << 20;

    // Below this share of the known goodput, the round trip is longer today, or the path carries less.
    private const double AsKnown = 0.9;

    // Above this share, the limit itself holds the goodput back: the path carries more than it did.
    private const double Outgrown = 1.4;

    /// <summary>Returns the goodput that limits the windows at the start of a run, bytes per second; 0 for no limit.</summary>
    /// <param name="known">What earlier runs reached; null where nothing is known.</param>
    /// <param name="receiveBuffer">The window that the user gave, bytes; null where the system decides.</param>
    public static double Carries(StreamPlateau? known, int? receiveBuffer) =>
        receiveBuffer is null && known is { Streams: <= MostStreams } usual ? usual.BytesPerSecond : 0;

    /// <summary>Returns whether the path behaves as it did, so that the limit stays. Once it does not, the run has no limit.</summary>
    /// <param name="carries">The known goodput, bytes per second.</param>
    /// <param name="rate">Goodput of the last half second, or two round trips, bytes per second; 0 while unknown.</param>
    /// <param name="roundTrip">The shortest reply time.</param>
    /// <param name="flowing">Time since the first byte, seconds.</param>
    public static bool IsAsKnown(double carries, double rate, TimeSpan roundTrip, double flowing)
    {
        var hasLeftSlowStart = flowing > 1 + (16 * roundTrip.TotalSeconds);
        return rate <= Outgrown * carries && (rate == 0 || rate >= AsKnown * carries || !hasLeftSlowStart);
    }

    /// <summary>Returns the most bytes one stream may have in flight; <see cref="long.MaxValue"/> for no limit.</summary>
    /// <param name="carries">The known goodput, bytes per second; 0 for no limit.</param>
    /// <param name="roundTrip">The shortest reply time.</param>
    /// <param name="streams">Streams that receive.</param>
    public static long Most(double carries, TimeSpan roundTrip, int streams) => carries <= 0 || roundTrip < LeastRoundTrip
        ? long.MaxValue : Math.Max((long)(Surplus * carries * roundTrip.TotalSeconds / Math.Max(1, streams)), LeastWindow);
}
