namespace Accelerator.Engine.Transfers;

/// <summary>What <see cref="StealPolicy"/> needs to know of the path and of the stream that asks.</summary>
/// <param name="RoundTrip">R, seconds.</param>
/// <param name="InitialWindow">Bytes that a new data connection brings in its first round trip.</param>
/// <param name="SetUpRoundTrips">Round trips from the decision to its first byte.</param>
/// <param name="Peak">Best goodput that the path has shown, bytes per second.</param>
/// <param name="Stretch">
/// How much faster a stream becomes when the others are gone: its window stays while the queue empties, so (R + queue) ÷ R. 1 where none
/// stands.
/// </param>
/// <param name="Route">Of which lane it is: a stream of one lane says nothing of those of another.</param>
/// <param name="Usual">What a stream brings there, bytes per second; 0 where nobody knows.</param>
internal readonly record struct PathView(
    double RoundTrip, double InitialWindow = PathView.UsualInitialWindow, double SetUpRoundTrips = PathView.Warm, double Peak = 0,
    double Stretch = 1, int Route = 0, double Usual = 0)
{
    /// <summary>Ten segments of 1460 bytes (RFC 6928).</summary>
    public const double UsualInitialWindow = 14_600;

    /// <summary>EPSV; REST beside the connect; RETR (performance.md, section 3a).</summary>
    public const double Warm = 3;

    /// <summary>REST and RETR: the data connection stands already.</summary>
    public const double Prepared = 2;

    /// <summary>Bytes per second of the first round trip.</summary>
    public double InitialRate => InitialWindow / Math.Max(RoundTrip, 1e-6);
}
