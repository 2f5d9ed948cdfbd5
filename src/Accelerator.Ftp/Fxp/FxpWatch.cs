namespace Accelerator.Ftp.Fxp;

/// <summary>
/// Watches the replies of both servers of a transfer. Either may hang while the other is fine, so each phase has one limit for both.
/// </summary>
internal sealed class FxpWatch(FtpTimeouts timeouts, TimeProvider time)
{
    /// <summary>Waits until both servers have sent their final reply.</summary>
    /// <param name="source">Replies to RETR.</param>
    /// <param name="destination">Replies to STOR.</param>
    /// <param name="longest">Time limit from the first 150 to the first final reply.</param>
    /// <param name="cancellationToken">A token to cancel the wait.</param>
    /// <returns>Null if both reported success; else the server that did not, or that was silent.</returns>
    public async Task<FxpSide?> FailureAsync(
        FxpAnswers source, FxpAnswers destination, TimeSpan longest, CancellationToken cancellationToken)
    {
        if (!await HaveSaidAsync(source, destination, cancellationToken).ConfigureAwait(false)) return Worse(source, destination);
        if (!await WithinAsync(Task.WhenAny(source.Ended, destination.Ended), longest, cancellationToken).ConfigureAwait(false))
            return Worse(source, destination);
        await WithinAsync(AllOrFailureAsync(source, destination, source.Ended, destination.Ended), timeouts.Reply,
            cancellationToken).ConfigureAwait(false);
        return source.IsDone && destination.IsDone ? null : Worse(source, destination);
    }

    /// <summary>Waits for a task that does not fail.</summary>
    /// <returns>Whether it ended in time.</returns>
    public async Task<bool> WithinAsync(Task task, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(task, Task.Delay(limit, time, over.Token)).ConfigureAwait(false);
        await over.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return task.IsCompleted;
    }

    private async Task<bool> HaveSaidAsync(FxpAnswers source, FxpAnswers destination, CancellationToken cancellationToken)
    {
        var both = AllOrFailureAsync(source, destination, source.FirstReply, destination.FirstReply);
        var inTime = await WithinAsync(both, timeouts.Connect, cancellationToken).ConfigureAwait(false);
        // The destination is ready and the source silent: it may be reading the file from tape.
        if (!inTime && destination.IsOpen && !destination.Ended.IsCompleted && timeouts.FirstByte > timeouts.Connect)
            inTime = await WithinAsync(both, timeouts.FirstByte - timeouts.Connect, cancellationToken).ConfigureAwait(false);
        return inTime && !source.Failed.IsCompleted && !destination.Failed.IsCompleted;
    }

    private static Task<Task> AllOrFailureAsync(FxpAnswers source, FxpAnswers destination, Task first, Task second) =>
        Task.WhenAny(Task.WhenAll(first, second), source.Failed, destination.Failed);

    // A server that lost its data connection (425, 426) reports the other's failure; the other's reply, or its silence, is the cause.
    private static FxpSide Worse(FxpAnswers source, FxpAnswers destination) =>
        Weight(source) > Weight(destination) ? FxpSide.Source : FxpSide.Destination;

    private static int Weight(FxpAnswers answers) => answers switch
    {
        { Final: { IsSuccess: false, Code: not (425 or 426) } } => 5,
        { Final: { IsSuccess: false } } => 4,
        { Lost: not null } => 3,
        { Ended.IsCompleted: false, IsOpen: false } => 2,
        { Ended.IsCompleted: false } => 1,
        _ => 0,
    };
}
