namespace Accelerator.Loopback.Logging;

/// <summary>The pending waits for a condition of the log; costs one volatile read per event while there are none.</summary>
internal sealed class Waiters(LoopbackLog log)
{
    private readonly object _gate = new();
    private readonly List<(Func<LoopbackLog, bool> Predicate, TaskCompletionSource Done)> _waiting = [];
    private volatile int _count;

    public async Task AddAsync(Func<LoopbackLog, bool> predicate, CancellationToken cancellationToken)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            _waiting.Add((predicate, done));
            _count = _waiting.Count;
        }
        Check();
        try
        {
            await done.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            lock (_gate)
            {
                _waiting.RemoveAll(w => w.Done == done);
                _count = _waiting.Count;
            }
        }
    }

    public void Check()
    {
        if (_count == 0) return;
        (Func<LoopbackLog, bool> Predicate, TaskCompletionSource Done)[] waiting;
        lock (_gate) waiting = [.. _waiting];
        foreach (var (predicate, done) in waiting)
        {
            try
            {
                if (predicate(log)) done.TrySetResult();
            }
            catch (Exception e)
            {
                // An exception from the predicate belongs to the waiter, not to the session that raised the event.
                done.TrySetException(e);
            }
        }
    }
}
