namespace Accelerator.Simulator;

/// <summary>
/// One TCP connection that sends as fast as its congestion control allows. A fluid model: the window in flight, not single packets.
/// </summary>
/// <param name="path">Its path.</param>
/// <param name="random">Draws losses, and the moment at which HyStart ends slow start.</param>
/// <param name="fill">Bytes in flight ÷ the bandwidth-delay product when it starts.</param>
/// <param name="received">Called with the bytes that have arrived.</param>
internal sealed class TcpFlow(SimulatedPath path, Random random, double fill, Action<double> received)
{
    // Cubic (RFC 9438): segments per cube second, and what remains of the window after a loss.
    private const double CubicScale = 0.4;
    private const double CubicRemains = 0.7;
    private const double RenoRemains = 0.5;

    // BBR leaves its start-up after three round trips without a quarter more, and remembers the best rate of ten.
    private const double BbrGrowth = 1.25;
    private const int BbrRounds = 3;
    private const int BbrMemory = 10;

    private readonly double _leaves = LeaveAt(path, random, fill);
    private double _window = path.InitialWindow;
    private bool _isInSlowStart = true;
    private double _leavesAt = double.PositiveInfinity;
    private double _most;
    private double _epoch;
    private double _plateauAfter;
    private double _immuneUntil;
    private double _best;
    private double _bestAt;
    private double _fullRate;
    private double _fullAt;

    /// <summary>Bytes in flight.</summary>
    public double Window => Math.Min(_window, path.Window);

    /// <summary>The time at which the server has noticed that the client closed it; null while it is open.</summary>
    public double? EndsAt { get; set; }

    /// <summary>Whether a loss would be part of the one before.</summary>
    public bool IsImmune(double now) => now < _immuneUntil;

    /// <summary>Delivers what has arrived in a step, and lets the window grow.</summary>
    /// <param name="now">Seconds.</param>
    /// <param name="step">Seconds.</param>
    /// <param name="view">The state of the link.</param>
    public void Advance(double now, double step, LinkView view)
    {
        var rate = view.RateOf(Window);
        var delivered = rate * step;
        if (EndsAt is null)
        {
            if (path.Congestion == Congestion.Bbr) GrowBbr(now, delivered, rate, view);
            else Grow(now, delivered, view);
            if (path.Loss > 0 && !IsImmune(now) && random.NextDouble() < 1 - Math.Exp(-delivered / path.Segment * path.Loss)) Lose(now, view);
        }
        received(delivered);
    }

    /// <summary>Reacts to a lost segment.</summary>
    public void Lose(double now, LinkView view)
    {
        _immuneUntil = now + view.RoundTrip;
        if (path.Congestion == Congestion.Bbr) return;
        var remains = path.Congestion == Congestion.Reno ? RenoRemains : CubicRemains;
        // Fast convergence (RFC 9438, section 4.7).
        _most = Window < _most ? Window * (1 + remains) / 2 : Window;
        _window = Math.Max(Window * remains, 2 * path.Segment);
        (_isInSlowStart, _epoch) = (false, now);
        _plateauAfter = Math.Cbrt(Math.Max(0, _most - _window) / path.Segment / CubicScale);
    }

    private void Grow(double now, double delivered, LinkView view)
    {
        if (_isInSlowStart)
        {
            if (path.Congestion == Congestion.Cubic && view.Fill >= _leaves && double.IsInfinity(_leavesAt))
                _leavesAt = now + (view.RoundTrip * random.NextDouble());
            if (now >= _leavesAt)
            {
                (_isInSlowStart, _most, _epoch) = (false, Window, now);
                return;
            }
            _window = Math.Min(_window + (Math.Log(2) * delivered), path.Window);
            return;
        }
        // A window that is not used does not grow (RFC 7661).
        if (_window >= path.Window) return;
        var reno = path.Segment * delivered / Window;
        if (path.Congestion == Congestion.Reno)
        {
            _window += reno;
            return;
        }
        var age = now - _epoch + view.RoundTrip - _plateauAfter;
        var target = _most + (CubicScale * path.Segment * age * age * age);
        var cubic = Math.Clamp(target - _window, 0, _window / 2) * delivered / Window;
        _window += Math.Max(cubic, 0.53 * reno);
    }

    private void GrowBbr(double now, double delivered, double rate, LinkView view)
    {
        if (rate >= _best || now - _bestAt > BbrMemory * view.RoundTrip) (_best, _bestAt) = (rate, now);
        if (!_isInSlowStart)
        {
            // Alone it paces at the path's rate; several overestimate their shares, and fill the queue to twice that.
            _window = Math.Max((view.Flows == 1 ? 1.05 : 2) * _best * path.RoundTrip, 4 * path.Segment);
            return;
        }
        if (rate >= BbrGrowth * _fullRate) (_fullRate, _fullAt) = (rate, now);
        else if (now - _fullAt > BbrRounds * view.RoundTrip) _isInSlowStart = false;
        _window += Math.Log(2) * delivered;
    }

    // HyStart ends slow start when the path answers later by an eighth of R, 4 to 16 ms. Bursts of other streams, and a busy computer, look
    // the same. On a path that is in use already, its queue belongs to the shortest answer.
    private static double LeaveAt(SimulatedPath path, Random random, double fill)
    {
        var threshold = Math.Clamp(path.RoundTrip / 8, 0.004, 0.016) / path.RoundTrip;
        var leaves = threshold + path.LeavesFrom + ((1 - path.LeavesFrom) * random.NextDouble());
        return fill < leaves ? leaves : fill + (threshold * random.NextDouble());
    }
}
