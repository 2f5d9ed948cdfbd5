namespace Accelerator.Engine.Transfers;

/// <summary>
/// How many streams to use. A number the user gave stays. Otherwise: start with a few, double while goodput grows by at least 3 % for each
/// stream added (Falcon's marginal rule: with less the streams only take from one another), and go back to what was enough.
/// Numbers in, decision out; no socket, no clock.
/// </summary>
internal sealed class StreamController(int start, int most, bool isFixed)
{
    private const double GainPerStream = 1.03;

    private int _before;
    private double _rateBefore;
    private bool _isSettled;

    /// <summary>Streams wanted now.</summary>
    public int Wanted { get; private set; } = start;

    /// <summary>Time a number of streams needs before its goodput means anything: slow start takes 9 to 14 round trips.</summary>
    public static TimeSpan Epoch(TimeSpan roundTrip) => TimeSpan.FromSeconds(Math.Clamp(16 * roundTrip.TotalSeconds, 1, 6));

    /// <summary>The plan of a file is known: fewer streams may be enough.</summary>
    public void Bound(int streams)
    {
        if (Wanted > streams) Wanted = Math.Max(1, streams);
    }

    /// <summary>One epoch has passed with the wanted streams at work.</summary>
    /// <param name="bytesPerSecond">Goodput of the second half of the epoch.</param>
    /// <param name="receiving">Streams that received.</param>
    /// <param name="ceiling">Sessions the server allows.</param>
    public void Observe(double bytesPerSecond, int receiving, int ceiling)
    {
        if (ceiling < Wanted && !isFixed)
        {
            Wanted = Math.Max(1, ceiling);
            _isSettled = true;
        }
        if (_isSettled || isFixed || receiving < Wanted || bytesPerSecond <= 0) return;

        var isWorth = _rateBefore <= 0 || bytesPerSecond / _rateBefore >= Math.Pow(GainPerStream, Wanted - _before);
        if (!isWorth)
        {
            Wanted = _before;
            _isSettled = true;
            return;
        }
        var next = Math.Min(Wanted * 2, Math.Min(most, ceiling));
        if (next <= Wanted)
        {
            _isSettled = true;
            return;
        }
        (_before, _rateBefore, Wanted) = (Wanted, bytesPerSecond, next);
    }
}
