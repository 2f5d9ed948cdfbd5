namespace Accelerator.Engine.Transfers;

/// <summary>
/// How long the ranges of a file are whose whole is hashed at the end. SHA-256 has to see the bytes in order, and brings 1.6 GB/s here: of a file that came in as many long
/// ranges as there are streams it can see almost nothing before the last byte, and a link of 1.25 GB/s would be followed by a wait nearly as long as the transfer. So
/// streams work from the front, each in a part of what is left, and the parts become shorter towards the end (guided self-scheduling): some ten ranges a stream, and at
/// the end only the last parts are left to be hashed.
/// </summary>
internal static class OrderPolicy
{
    /// <summary>Files shorter than this are hashed in a moment.</summary>
    public const long Least = 256 << 20;

    // Each stream is to come back some times before the end.
    private const int Turns = 3;

    // A new RETR costs some ten round trips, set-up and slow start counted, of which the other streams of a full path fill most.
    private const double LeastTrips = 60;

    private const long Usual = 32 << 20;

    /// <summary>Bytes of the next range.</summary>
    /// <param name="left">Bytes that nobody fetches yet.</param>
    /// <param name="streams">Streams that fetch, or will, 1 or more.</param>
    /// <param name="path">The path of the stream that asks.</param>
    public static long Length(long left, int streams, PathView path)
    {
        var worthARetr = Math.Max(Usual, (long)(LeastTrips * path.RoundTrip * path.Usual));
        // No stream is to go without because the others' parts are long.
        return Math.Max(left / (Turns * streams), Math.Min(worthARetr, Math.Max(left / streams, 1)));
    }
}
