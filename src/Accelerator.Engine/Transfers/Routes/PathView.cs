using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>The properties of a path, and of the stream that asks, which <see cref="StealPolicy"/> uses.</summary>
/// <param name="RoundTrip">R, seconds.</param>
/// <param name="InitialWindow">Bytes that a new data connection delivers in its first round trip.</param>
/// <param name="SetUpRoundTrips">Round trips from the decision to the first byte.</param>
/// <param name="Peak">Best goodput measured on the path, bytes per second.</param>
/// <param name="Stretch">The factor by which a stream speeds up when the others are gone: its window stays while the queue empties, so (R +
/// queue) ÷ R. 1 when there is no queue.</param>
/// <param name="Route">The index of its route: streams of one route do not predict those of another.</param>
/// <param name="Usual">The usual rate of a stream on this route, bytes per second; 0 when unknown.</param>
internal readonly record struct PathView(
    double RoundTrip, double InitialWindow = PathView.UsualInitialWindow, double SetUpRoundTrips = PathView.Warm, double Peak = 0,
    double Stretch = 1, int Route = 0, double Usual = 0)
{
    /// <summary>Ten segments of 1460 bytes (RFC 6928).</summary>
    public const double UsualInitialWindow = 14_600;

    /// <summary>EPSV; REST in parallel with the connect; RETR.</summary>
    public const double Warm = 3;

    /// <summary>REST and RETR: the data connection is already open.</summary>
    public const double Prepared = 2;

    /// <summary>The same at a site that answers both sent at once.</summary>
    public const double Together = 1;

    /// <summary>Bytes per second in the first round trip.</summary>
    public double InitialRate => InitialWindow / Math.Max(RoundTrip, 1e-6);
}
