namespace Accelerator.TestKit;

/// <summary>
/// A clock that moves only when told. Timers fire inside <see cref="Advance"/>, in the order they are due, on the calling thread. The code
/// that they wake continues on its own scheduler, so a test awaits a result and never assumes it. The waits for a timer end after <see
/// cref="ScriptedServer.Patience"/> with an error.
/// </summary>
public sealed class FakeTime : TimeProvider
{
    private readonly object _lock = new();
    private readonly List<FakeTimer> _timers = [];
    private readonly Dictionary<TimeSpan, int> _begun = [];
    private readonly List<(Func<bool> Holds, TaskCompletionSource Reached)> _waiters = [];
    private DateTimeOffset _now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    /// <inheritdoc/>
    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that are set and have not fired.</summary>
    public int ActiveTimers
    {
        get
        {
            lock (_lock)
                return _timers.Count;
        }
    }

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock)
            return _now;
    }

    /// <inheritdoc/>
    public override long GetTimestamp() => GetUtcNow().Ticks;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(callback);
        var timer = new FakeTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Completes once at least this many timers are set: the code under test has reached its wait.</summary>
    public Task UntilTimersAsync(int count) => UntilAsync(() => _timers.Count >= count);

    /// <summary>
    /// Completes once the next timer to fire is due at this distance from now: the shorter waits before it are over, and this one has
    /// begun.
    /// </summary>
    public Task UntilNextIsDueInAsync(TimeSpan wait) => UntilAsync(() => _timers.Count > 0 && _timers.Min(timer => timer.Due) - _now == wait);

    /// <summary>Completes once a timer is due at this distance from now, whatever other timers are set.</summary>
    public Task UntilOneIsDueInAsync(TimeSpan wait) => UntilDueInAsync(wait, 1);

    /// <summary>Completes once this many timers are due at this distance from now, whatever other timers are set.</summary>
    public Task UntilDueInAsync(TimeSpan wait, int count) => UntilAsync(() => _timers.Count(timer => timer.Due - _now == wait) >= count);

    /// <summary>
    /// Completes once this many waits of this length have begun, the ended ones included: where several have one length, the one that is
    /// due may be an earlier one.
    /// </summary>
    public Task UntilBegunAsync(TimeSpan wait, int count) => UntilAsync(() => _begun.GetValueOrDefault(wait) >= count);

    /// <summary>
    /// Waits until a timer is due at this distance from now, and advances exactly that far; a wait that begins later is not ended.
    /// </summary>
    public async Task EndWaitAsync(TimeSpan wait)
    {
        await UntilOneIsDueInAsync(wait);
        Advance(wait);
    }

    /// <summary>Advances the clock and fires the timers that are due; each timer sees the time at which it was due.</summary>
    public void Advance(TimeSpan by)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        var end = GetUtcNow() + by;
        while (TakeDue(end) is { } timer)
            timer.Fire();
    }

    private Task UntilAsync(Func<bool> holds)
    {
        lock (_lock)
        {
            if (holds()) return Task.CompletedTask;
            var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiters.Add((holds, reached));
            return reached.Task.SoonAsync();
        }
    }

    private void Wake()
    {
        foreach (var (holds, reached) in _waiters)
        {
            if (holds()) reached.TrySetResult();
        }
        _waiters.RemoveAll(waiter => waiter.Reached.Task.IsCompleted);
    }

    private FakeTimer? TakeDue(DateTimeOffset end)
    {
        lock (_lock)
        {
            var next = _timers.MinBy(timer => timer.Due);
            if (next is null || next.Due > end)
            {
                _now = end > _now ? end : _now;
                return null;
            }

            _now = next.Due > _now ? next.Due : _now;
            if (next.Period > TimeSpan.Zero)
                next.Due += next.Period;
            else
                _timers.Remove(next);
            return next;
        }
    }

    private void Set(FakeTimer timer, TimeSpan dueTime, TimeSpan period)
    {
        lock (_lock)
        {
            _timers.Remove(timer);
            if (dueTime != Timeout.InfiniteTimeSpan)
            {
                (timer.Due, timer.Period) = (_now + dueTime, period);
                _timers.Add(timer);
                _begun[dueTime] = _begun.GetValueOrDefault(dueTime) + 1;
            }
            Wake();
        }
    }

    private void Drop(FakeTimer timer)
    {
        lock (_lock)
        {
            _timers.Remove(timer);
            Wake();
        }
    }

    private sealed class FakeTimer(FakeTime clock, Action fire) : ITimer
    {
        internal DateTimeOffset Due { get; set; }

        internal TimeSpan Period { get; set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            clock.Set(this, dueTime, period);
            return true;
        }

        public void Dispose() => clock.Drop(this);

        public ValueTask DisposeAsync()
        {
            clock.Drop(this);
            return ValueTask.CompletedTask;
        }

        internal void Fire() => fire();
    }
}
