namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// Spaces the first bytes of a route's streams evenly over a round trip. In slow start a stream comes in one burst a round trip.
/// Streams that begin together send their bursts together; each then waits behind the others' in the queue of the path, and HyStart takes
/// a delay of 4 to 16 ms for a full path. At 10 Gbit/s and 186 ms eight equal ranges that begin together take 9.3 s, and 7.2 s when they
/// begin an eighth of a round trip apart (docs/decisions/0004-streams-on-long-paths.md). Thread-safe.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class StartSpacing(TimeProvider time)
{
    // Round trips after which a stream has left slow start, or measured and actual round trips have drifted apart.
    private const int Remembered = 8;

    // Timers are no finer than this, and on a path so short bursts do not matter.
    private static readonly TimeSpan LeastGap = TimeSpan.FromMilliseconds(1);

    // The part of a gap that is enough: streams that become ready together ask some milliseconds apart.
    private const double Enough = 0.8;

    private readonly object _lock = new();
    private readonly List<double> _starts = [];

    /// <summary>
    /// Returns how long the next stream is to wait before it starts: until it is a gap away from every stream that started within the last
    /// eight round trips. If there are more streams than gaps, until the middle of the widest one. Less than one round trip.
    /// </summary>
    /// <param name="roundTrip">R of the path.</param>
    /// <param name="streams">The number of streams to start; the gap is this part of R. Below 2, or if the gap is shorter than 1 ms,
    /// the stream starts at once.</param>
    public TimeSpan Next(TimeSpan roundTrip, int streams)
    {
        if (streams < 2 || roundTrip / streams < LeastGap) return TimeSpan.Zero;
        var (now, length) = (time.GetElapsedTime(0).TotalSeconds, roundTrip.TotalSeconds);
        lock (_lock)
        {
            _starts.RemoveAll(start => now - start > Remembered * length);
            var wait = Wait([.. _starts.Select(start => Phase(start - now, length)).Order()], length, length / streams);
            _starts.Add(now + wait);
            return TimeSpan.FromSeconds(wait);
        }
    }

    // Phases are seconds after now, modulo the round trip, in order.
    private static double Wait(double[] phases, double roundTrip, double gap)
    {
        var free = phases.Select(phase => Phase(phase + gap, roundTrip)).Prepend(0)
            .Where(moment => phases.All(phase => Apart(phase, moment, roundTrip) > Enough * gap)).ToList();
        return free.Count > 0 ? free.Min() : MiddleOfWidest(phases, roundTrip);
    }

    private static double MiddleOfWidest(double[] phases, double roundTrip)
    {
        var ends = phases.Skip(1).Append(phases[0] + roundTrip);
        var (start, end) = phases.Zip(ends).MaxBy(static gap => gap.Second - gap.First);
        return Phase((start + end) / 2, roundTrip);
    }

    private static double Apart(double one, double other, double roundTrip)
    {
        var apart = Math.Abs(one - other);
        return Math.Min(apart, roundTrip - apart);
    }

    private static double Phase(double seconds, double roundTrip) => seconds - (Math.Floor(seconds / roundTrip) * roundTrip);
}
