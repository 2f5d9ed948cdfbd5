namespace Accelerator.Engine.Transfers;

/// <summary>
/// Wakes everything that waits for work. Take <see cref="Next"/> before looking for work, and wait for it after: then no signal is missed.
/// </summary>
internal sealed class WakeSignal
{
    private TaskCompletionSource _next = New();

    /// <summary>Completes at the next <see cref="Set"/>.</summary>
    public Task Next => Volatile.Read(ref _next).Task;

    /// <summary>There may be work.</summary>
    public void Set() => Interlocked.Exchange(ref _next, New()).TrySetResult();

    /// <summary>Waits for a signal, but no longer than the limit: some work comes up with time alone.</summary>
    /// <param name="next">What <see cref="Next"/> was before work was looked for.</param>
    /// <param name="limit">How long at most.</param>
    /// <param name="time">Measures it.</param>
    /// <param name="cancellationToken">Ends the wait, without an exception.</param>
    public static Task WaitAsync(Task next, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken) =>
        Task.WhenAny(next, Task.Delay(limit, time, cancellationToken));

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
