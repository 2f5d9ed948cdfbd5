namespace Accelerator.Jobs.Ledger;

/// <summary>A measurement of the network path from a node to a server.</summary>
public sealed record PathMeasurement
{
    /// <summary>The <see cref="Kind"/> of a scheduled measurement.</summary>
    public const string Probe = "probe";

    /// <summary>The <see cref="Kind"/> of figures from deliveries: files of 8 MiB and more within some minutes.</summary>
    public const string Transfer = "transfer";

    // One measurement may be of a moment with other traffic.
    private const int LeastUsual = 3;

    public required string Server { get; init; }

    public required string Node { get; init; }

    /// <summary>The end of the measurement.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary><see cref="Probe"/> or <see cref="Transfer"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>The number of streams; null for deliveries.</summary>
    public int? Streams { get; init; }

    /// <summary>Goodput of all streams, bytes per second.</summary>
    public required long Rate { get; init; }

    /// <summary>Bytes per second of the median stream; null for deliveries.</summary>
    public long? StreamRate { get; init; }

    /// <summary>Milliseconds of the shortest round trip before the load; null for deliveries.</summary>
    public double? RoundTrip { get; init; }

    /// <summary>Share of segments that arrived out of order, 0 to 1; null where it is not known.</summary>
    public double? OutOfOrder { get; init; }

    /// <summary>Bytes received.</summary>
    public required long Bytes { get; init; }

    /// <summary>Seconds in which they were received.</summary>
    public required double Seconds { get; init; }

    /// <summary>
    /// Returns the usual goodput in bytes per second: the median of the scheduled measurements, without enough of them that of the
    /// deliveries; null if there are too few of both.
    /// </summary>
    public static long? Usual(IReadOnlyList<PathMeasurement> measurements)
    {
        var kinds = measurements.GroupBy(static one => one.Kind == Probe).OrderByDescending(static kind => kind.Key);
        return kinds.FirstOrDefault(static kind => kind.Count() >= LeastUsual) is { } all
            ? all.Select(static one => one.Rate).Order().ElementAt(all.Count() / 2) : null;
    }
}
