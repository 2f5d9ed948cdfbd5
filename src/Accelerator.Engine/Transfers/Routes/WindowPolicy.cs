using Accelerator.Engine.Sites;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// Decides how many bytes one stream may have in flight on a path that is known: half more than its share of what the path carries. Without
/// a limit the senders leave slow start by overflowing the queue, and lose thousands of packets; at 10 Gbit/s and 8 ms they then used four
/// fifths of the path for a second and more.
/// </summary>
/// <param name="route">The path.</param>
internal sealed class WindowPolicy(Route route)
{
    // What the queue holds beyond the path keeps it full while a stream ends.
    private const double Surplus = 1.5;

    // Many streams are needed where losses or a setting limit each: there the windows differ, and large ones make up for small ones.
    private const int MostStreams = 8;

    // On a nearer path the reply times vary more than the round trip takes.
    private const double LeastRoundTrip = 0.004;

    private const long LeastWindow = 1 << 20;

    // Share of the known goodput below which something else limits the path today, for example longer replies than the shortest one.
    private const double AsKnown = 0.9;

    private readonly StreamPlateau? _known = route.Notes.Known.Plateau?.Value;

    /// <summary>Returns the most bytes a stream of the route may have in flight now; <see cref="long.MaxValue"/> for no limit.</summary>
    /// <param name="flowing">Time since the stream's first byte, seconds.</param>
    public long Most(double flowing) =>
        Most(_known, route.Peak, route.RoundTrip.TotalSeconds, Math.Max(1, route.Fetching), flowing);

    /// <summary>Returns the most bytes one stream may have in flight; <see cref="long.MaxValue"/> for no limit.</summary>
    /// <param name="known">What earlier runs reached; null where nothing is known.</param>
    /// <param name="peak">Best goodput of this run, bytes per second; 0 before.</param>
    /// <param name="roundTrip">The shortest reply time, seconds.</param>
    /// <param name="streams">Streams that fetch, 1 or more.</param>
    /// <param name="flowing">Time since the stream's first byte, seconds.</param>
    public static long Most(StreamPlateau? known, double peak, double roundTrip, int streams, double flowing)
    {
        if (known is not { BytesPerSecond: > 0, Streams: <= MostStreams } usual || roundTrip < LeastRoundTrip) return long.MaxValue;
        if (flowing > 1 + (16 * roundTrip) && peak < AsKnown * usual.BytesPerSecond) return long.MaxValue;
        var all = Surplus * Math.Max(usual.BytesPerSecond, peak) * roundTrip;
        return Math.Max((long)(all / streams), LeastWindow);
    }
}
