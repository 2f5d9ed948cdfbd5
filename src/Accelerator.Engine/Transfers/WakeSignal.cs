namespace Accelerator.Engine.Transfers;

/// <summary>
/// Wakes every worker that waits for work. Read <see cref="Next"/> before looking for work, and wait for it after: then no signal is
/// missed.
/// </summary>
internal sealed class WakeSignal
{
    private TaskCompletionSource _next = New();

    /// <summary>Completes at the next <see cref="Set"/>.</summary>
    public Task Next => Volatile.Read(ref _next).Task;

    /// <summary>Signals that there may be work.</summary>
    public void Set() => Interlocked.Exchange(ref _next, New()).TrySetResult();

    /// <summary>Waits for a signal, but no longer than the limit: some work becomes available with time alone.</summary>
    /// <param name="next">The value of <see cref="Next"/> before looking for work.</param>
    /// <param name="limit">The maximum wait.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends the wait without an exception.</param>
    public static Task WaitAsync(Task next, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken) =>
        Task.WhenAny(next, Task.Delay(limit, time, cancellationToken));

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
