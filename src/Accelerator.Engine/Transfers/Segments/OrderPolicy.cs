namespace Accelerator.Engine.Transfers.Segments;

/// <summary>
/// Decides whether a file that will be hashed is fetched front to back, and in what parts. SHA-256 needs the bytes in order, and reaches
/// 1.6 GB/s here. If a file comes in as many long ranges as there are streams, almost nothing can be hashed before the last byte, and a
/// link of 1.25 GB/s is followed by a wait nearly as long as the transfer. So if there is time for it, each stream works in a part of what
/// is left, from the front, and the parts become shorter towards the end (guided self-scheduling): at the end only the last ones are left
/// to be hashed. Each part is a new RETR. On a path whose transfer takes only some twenty round trips, these more than doubled the total
/// time (4 GiB at 10 Gbit/s and 186 ms: 12 s became 24 to 33).
/// </summary>
internal static class OrderPolicy
{
    /// <summary>Hashing shorter files takes a negligible time.</summary>
    public const long Least = 256 << 20;

    // The minimum transfer left at the start: seconds, and round trips.
    private const double LeastSeconds = 10;
    private const double LeastRoundTrips = 300;

    // A new RETR costs some ten round trips including set-up and slow start, of which the other streams of a full path fill most.
    private const double RoundTripsOfAPart = 60;

    private const double LeastPart = 32 << 20;

    // Each stream should return a few times before the end.
    private const int Turns = 3;

    // Set-up and slow start of a new RETR cost a stream some 7 round trips, and its part must last longer than that. With parts of a few
    // windows curl through the gateway took 60 s where get took 10 (4 GiB at 10 Gbit/s and 186 ms), and 13 s where get took 9 (512 MiB at
    // 1 Gbit/s).
    private const int WindowsOfAPart = 16;

    // A file that ends within so many round trips is not cut, if the disk holds the rest of it. The rate of a stream that leaves slow start
    // grows for tens of round trips, so the bytes in flight of now ask for parts that are too short, and each new part begins in slow
    // start. At 10 Gbit/s and 186 ms, 4 GiB came through the gateway in 13.8 s, and in 13.1 s since then (get: 9.3 and 9.9 s).
    private const int RoundTripsWithoutParts = 64;

    // The longest window, as a multiple of the usual one.
    private const int MostWindows = 32;

    /// <summary>Bytes in flight that are expected of a path whose rate is not known yet: those of 10 Gbit/s.</summary>
    /// <param name="roundTrip">Its round trip.</param>
    public static double InFlight(TimeSpan roundTrip) => 1.25e9 * roundTrip.TotalSeconds;

    /// <summary>
    /// Returns the length in bytes of the parts of a file that is passed on in order, and how far the fetch may be ahead: two parts for
    /// each stream. The bytes in flight decide on a long fat path, and the window on others. The window is the longest one if it holds the
    /// rest of the file and that ends within 64 round trips.
    /// </summary>
    /// <param name="window">The usual window, bytes.</param>
    /// <param name="longest">The longest window, bytes, <paramref name="window"/> or more.</param>
    /// <param name="left">Bytes of the file that were not passed on.</param>
    /// <param name="streams">Streams that fetch, 1 or more.</param>
    /// <param name="inFlight">Bytes in flight on all paths together.</param>
    public static (long Part, long Window) InOrder(long window, long longest, long left, int streams, double inFlight)
    {
        var isShort = left <= longest && left <= RoundTripsWithoutParts * inFlight;
        var ahead = isShort ? longest : Math.Clamp(2 * WindowsOfAPart * inFlight, window, longest);
        return ((long)(ahead / (2 * streams)), (long)ahead);
    }

    /// <summary>
    /// Returns the longest window in bytes that the disk of the spool allows: a quarter of what is free, counting what this file has there
    /// as free. Files that grow at the same time then leave a part of the disk free together.
    /// </summary>
    /// <param name="window">The usual window, bytes, which is the minimum.</param>
    /// <param name="free">Free bytes of the disk now; null when unknown.</param>
    /// <param name="held">Bytes of this file that are on the disk and were not passed on.</param>
    public static long Longest(long window, long? free, long held) =>
        Math.Max(window, Math.Min(MostWindows * window, ((free ?? 0) + held) / 4));

    /// <summary>Returns the length in bytes of the parts from now on; null when it does not pay.</summary>
    /// <param name="left">Bytes still to come.</param>
    /// <param name="streams">Streams that fetch, 1 or more.</param>
    /// <param name="rate">Their total rate, bytes per second.</param>
    /// <param name="roundTrip">R of the longest of their paths, seconds.</param>
    /// <param name="hasBegun">Whether the file is already fetched in this order.</param>
    public static long? Part(long left, int streams, double rate, double roundTrip, bool hasBegun)
    {
        if (rate <= 0 || (!hasBegun && left / rate < Math.Max(LeastSeconds, LeastRoundTrips * roundTrip))) return null;
        return (long)Math.Max(Math.Max((double)left / (Turns * streams), LeastPart), RoundTripsOfAPart * roundTrip * rate / streams);
    }
}
