namespace Accelerator.Simulator;

/// <summary>A network path, the server behind it, and the file that is fetched. Its drop-tail queue holds one bandwidth-delay product.</summary>
/// <param name="Name">Its name in the tables.</param>
/// <param name="Rate">What the path carries without headers, bytes per second.</param>
/// <param name="RoundTrip">R without queues, seconds.</param>
/// <param name="Window">The most bytes that a stream has in flight.</param>
/// <param name="Loss">The probability that a segment is lost without a full queue.</param>
/// <param name="Size">Bytes of the file.</param>
internal sealed record SimulatedPath(string Name, double Rate, double RoundTrip, double Window, double Loss, long Size)
{
    // docs/decisions/0016-the-lab.md: connect and greeting, USER, PASS, TYPE, EPSV, connect beside REST, RETR.
    private const double ColdRoundTrips = 8;
    private const int FloorStreams = 16;
    private const int MostFloorStreams = 64;

    /// <summary>Bytes of a segment without headers.</summary>
    public double Segment { get; init; } = 1448;

    /// <summary>
    /// The share of the path at which the first streams leave slow start: in the lab half of it (a split of 32 in L1), and less where its
    /// processors are busy: a third for curl in L3.
    /// </summary>
    public double LeavesFrom { get; init; } = 0.5;

    /// <summary>The congestion control of the server.</summary>
    public Congestion Congestion { get; init; } = Congestion.Cubic;

    /// <summary>Ten segments (RFC 6928), or the window if it is smaller.</summary>
    public double InitialWindow => Math.Min(10 * Segment, Window);

    /// <summary>What is in flight when the path is full and its queue empty, bytes.</summary>
    public double BandwidthDelay => Rate * RoundTrip;

    /// <summary>The time that no FTP client can beat, seconds: the formula of <c>tests/lab/wanlab/floors.py</c>.</summary>
    public double Floor
    {
        get
        {
            var rate = Math.Min(Rate, MostFloorStreams * Window / RoundTrip);
            var doublings = Math.Log2(Math.Max(1, rate * RoundTrip / (FloorStreams * 10 * Segment)));
            return ((ColdRoundTrips + Math.Max(0, doublings - 1)) * RoundTrip) + (Size / rate);
        }
    }
}
