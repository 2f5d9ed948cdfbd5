namespace Accelerator.Engine.Transfers;

/// <summary>Wakes everyone who waits for work.</summary>
internal sealed class WorkSignal
{
    private TaskCompletionSource _next = New();

    /// <summary>There may be work.</summary>
    public void Set() => Interlocked.Exchange(ref _next, New()).TrySetResult();

    /// <summary>Waits for the next <see cref="Set"/>, but no longer than the limit: whether a steal pays changes with time alone.</summary>
    public async Task WaitAsync(TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        await Task.WhenAny(Volatile.Read(ref _next).Task, Task.Delay(limit, time, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
