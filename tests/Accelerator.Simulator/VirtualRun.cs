using Accelerator.TestKit;

namespace Accelerator.Simulator;

/// <summary>A clock, a link and the events of one simulated transfer. Between two events the link moves in small steps.</summary>
internal sealed class VirtualRun
{
    // A transfer of more steps than these is simulated in longer ones.
    private const int MostSteps = 30_000;

    private readonly PriorityQueue<Action, (double At, int Number)> _events = new();
    private readonly SimulatedPath _path;
    private readonly double _step;
    private readonly long _started;
    private int _number;

    public VirtualRun(SimulatedPath path, int seed)
    {
        _path = path;
        _step = Math.Max(Math.Min(path.RoundTrip / 8, 0.02), path.Floor / MostSteps);
        Link = new SharedLink(path, new Random(seed));
        _started = Time.GetTimestamp();
    }

    /// <summary>The clock that the scheduler sees.</summary>
    public FakeTime Time { get; } = new();

    /// <summary>Seconds since the start.</summary>
    public double Now { get; private set; }

    /// <summary>The link.</summary>
    public SharedLink Link { get; }

    /// <summary>Runs an action after so many seconds.</summary>
    public void After(double seconds, Action action) => _events.Enqueue(action, (Now + seconds, _number++));

    /// <summary>Runs an action after so many round trips, of which each waits in the queue.</summary>
    public void AfterTrips(double trips, Action action) => After(trips * Link.View.RoundTrip, action);

    /// <summary>Advances until the transfer is over.</summary>
    /// <exception cref="InvalidOperationException">It takes a thousand times as long as it could.</exception>
    public void Run(Func<bool> isOver)
    {
        var limit = 1000 * _path.Floor;
        while (!isOver())
        {
            if (Now > limit) throw new InvalidOperationException($"{_path}: not done after {Now:0} s.");
            var due = _events.TryPeek(out _, out var next) ? next.At : double.PositiveInfinity;
            if (due <= Now)
            {
                _events.Dequeue()();
                continue;
            }
            var step = Math.Min(_step, due - Now);
            Link.Advance(Now, step);
            Now += step;
            // Whole ticks, without adding up the remainders.
            var ticks = TimeSpan.FromSeconds(Now).Ticks - (Time.GetTimestamp() - _started);
            if (ticks > 0) Time.Advance(TimeSpan.FromTicks(ticks));
        }
    }
}
