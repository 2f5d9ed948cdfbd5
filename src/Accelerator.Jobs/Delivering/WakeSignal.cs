namespace Accelerator.Jobs.Delivering;

/// <summary>Wakes whoever waits for work. Take <see cref="Next"/> before looking for work, and wait for it after: then none is missed.</summary>
internal sealed class WakeSignal
{
    private volatile TaskCompletionSource _next = New();

    /// <summary>Completes at the next <see cref="Set"/>.</summary>
    public Task Next => _next.Task;

    /// <summary>There may be work.</summary>
    public void Set()
    {
        var now = _next;
        _next = New();
        now.TrySetResult();
    }

    /// <summary>Waits for a signal, or for a while.</summary>
    public static Task WaitAsync(Task next, TimeSpan longest, TimeProvider time, CancellationToken cancellationToken) =>
        Task.WhenAny(next, Task.Delay(longest, time, cancellationToken));

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
