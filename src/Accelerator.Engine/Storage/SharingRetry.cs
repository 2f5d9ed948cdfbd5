namespace Accelerator.Engine.Storage;

/// <summary>
/// Repeats a rename or an open that another process blocks. On Windows a virus scanner, an indexer or a backup briefly holds a new file
/// after each write; without this, a transfer of hours would fail at its last step.
/// </summary>
internal static class SharingRetry
{
    /// <summary>How long a rename is repeated.</summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Runs <paramref name="attempt"/> on a pool thread until it succeeds, fails otherwise, or <see cref="Patience"/> is over.
    /// </summary>
    /// <exception cref="Exception">What the last attempt threw.</exception>
    internal static async Task RunAsync(Action attempt, TimeProvider time, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        var pause = FirstPause;
        while (true)
        {
            try
            {
                await DiskCall.RunAsync(attempt, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (Exception error) when (IsPassing(error) && time.GetElapsedTime(started) + pause <= Patience)
            {
                await Task.Delay(pause, time, cancellationToken).ConfigureAwait(false);
                pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
            }
        }
    }

    /// <summary>
    /// Returns whether the error is temporary. Windows returns ACCESS_DENIED, too, while the other's handle is being closed; on Unix that
    /// error is final.
    /// </summary>
    private static bool IsPassing(Exception error) =>
        StorageErrors.IsHeldByAnother(error) || (OperatingSystem.IsWindows() && error is UnauthorizedAccessException);
}
