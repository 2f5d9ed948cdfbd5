namespace Accelerator.Engine.Transfers;

/// <summary>
/// Wakes every worker that waits for work. Read <see cref="Next"/> before looking for work, and wait for it after: then no signal is
/// missed.
/// </summary>
internal sealed class WakeSignal
{
    // Null while no worker has asked since the last signal: short files signal several times each, mostly to none.
    private TaskCompletionSource? _next;

    /// <summary>Completes at the next <see cref="Set"/>.</summary>
    public Task Next
    {
        get
        {
            if (Volatile.Read(ref _next) is { } asked) return asked.Task;
            var made = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return (Interlocked.CompareExchange(ref _next, made, null) ?? made).Task;
        }
    }

    /// <summary>Signals that there may be work.</summary>
    public void Set() => Interlocked.Exchange(ref _next, null)?.TrySetResult();

    /// <summary>Waits for a signal, but no longer than the limit: some work becomes available with time alone.</summary>
    /// <param name="next">The value of <see cref="Next"/> before looking for work.</param>
    /// <param name="limit">The maximum wait.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends the wait without an exception.</param>
    public static async Task WaitAsync(Task next, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken) =>
        // Releases its timer when the signal comes first, which a delay would not.
        await next.WaitAsync(limit, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <summary>
    /// Waits for a signal, or for the success of the caller's own operation, which may bring work. A failure does not end the wait: without
    /// a pause the caller would try again at once.
    /// </summary>
    /// <param name="next">The value of <see cref="Next"/> before looking for work.</param>
    /// <param name="own">The operation; null for none.</param>
    /// <param name="limit">The maximum wait, twice if the operation fails.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends the wait without an exception.</param>
    public static async Task WaitAsync(Task next, Task? own, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        if (own is not null)
        {
            await WaitAsync(Task.WhenAny(next, own), limit, time, cancellationToken).ConfigureAwait(false);
            if (next.IsCompleted || !own.IsCompleted || own.IsCompletedSuccessfully) return;
        }
        await WaitAsync(next, limit, time, cancellationToken).ConfigureAwait(false);
    }
}
