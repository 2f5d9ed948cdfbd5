namespace Accelerator.Soak.Tests.Days;

/// <summary>The events and their times on the simulated clock.</summary>
internal sealed class Agenda
{
    private readonly PriorityQueue<Func<Task>, (DateTimeOffset At, int Order)> _items = new();
    private int _order;

    /// <summary>The time of the next event; the end of time where there is none.</summary>
    public DateTimeOffset Next => _items.TryPeek(out _, out var key) ? key.At : DateTimeOffset.MaxValue;

    public void At(DateTimeOffset time, Func<Task> action) => _items.Enqueue(action, (time, _order++));

    public void At(DateTimeOffset time, Action action) => At(time, () =>
    {
        action();
        return Task.CompletedTask;
    });

    /// <summary>Runs all events that are due.</summary>
    public async Task RunDueAsync(DateTimeOffset now)
    {
        while (Next <= now) await _items.Dequeue()();
    }
}
