namespace Accelerator.Engine.Storage;

/// <summary>
/// Runs calls that may wait for a disk. On Linux the sockets of ftpx complete on the threads that wait for all of them, which must not wait
/// for a disk; a pool thread may.
/// </summary>
internal static class DiskCall
{
    /// <summary>Runs the call here if this is a pool thread, and on one otherwise.</summary>
    /// <param name="call">The call.</param>
    /// <param name="cancellationToken">Checked before the call.</param>
    /// <exception cref="Exception">What the call threw.</exception>
    public static Task RunAsync(Action call, CancellationToken cancellationToken)
    {
        if (!Thread.CurrentThread.IsThreadPoolThread) return Task.Run(call, cancellationToken);
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled(cancellationToken);
        try
        {
            call();
            return Task.CompletedTask;
        }
        catch (Exception e)
        {
            return Task.FromException(e);
        }
    }
}
