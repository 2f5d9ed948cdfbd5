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
