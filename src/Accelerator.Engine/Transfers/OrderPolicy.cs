namespace Accelerator.Engine.Transfers;

/// <summary>
/// Whether a file whose whole is hashed comes from the front, and in what parts. SHA-256 has to see the bytes in order, and brings 1.6 GB/s
/// here: of a file that comes in as many long ranges as there are streams it can see almost nothing before the last byte, and a link of
/// 1.25 GB/s is followed by a wait nearly as long as the transfer. So where there is time for it each stream works in a part of what is
/// left, from the front, and the parts become shorter towards the end (guided self-scheduling): at the end only the last ones are left to
/// be hashed. Each part is a new RETR, and on a path whose transfer is over in some twenty round trips that cost more than twice the whole
/// (4 GiB at 10 Gbit/s and 186 ms: 12 s became 24 to 33).
/// </summary>
internal static class OrderPolicy
{
    /// <summary>Files shorter than this are hashed in a moment.</summary>
    public const long Least = 256 << 20;

    // What has to be left when it begins: seconds, and round trips.
    private const double LeastSeconds = 10;
    private const double LeastRoundTrips = 300;

    // A new RETR costs some ten round trips, set-up and slow start counted, of which the other streams of a full path fill most.
    private const double RoundTripsOfAPart = 60;

    private const double LeastPart = 32 << 20;

    // Each stream is to come back some times before the end.
    private const int Turns = 3;

    /// <summary>Bytes of the parts from now on; null where it is not worth it.</summary>
    /// <param name="left">Bytes still to come.</param>
    /// <param name="streams">Streams that fetch, 1 or more.</param>
    /// <param name="rate">What they bring together, bytes per second.</param>
    /// <param name="roundTrip">R of the longest of their paths, seconds.</param>
    /// <param name="hasBegun">Whether the file comes so already.</param>
    public static long? Part(long left, int streams, double rate, double roundTrip, bool hasBegun)
    {
        if (rate <= 0 || (!hasBegun && left / rate < Math.Max(LeastSeconds, LeastRoundTrips * roundTrip))) return null;
        return (long)Math.Max(Math.Max((double)left / (Turns * streams), LeastPart), RoundTripsOfAPart * roundTrip * rate / streams);
    }
}
