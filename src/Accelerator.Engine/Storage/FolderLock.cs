using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Lets one process at a time change the small files of a folder. One lock covers all of them: it is held for one file's flush, once a run.
/// </summary>
internal static class FolderLock
{
    /// <summary>
    /// How long to wait for others. Eight processes that store a login at once needed more than 5 s on a busy computer (a load of 50).
    /// </summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private const string Name = "lock";

    /// <summary>Takes the lock; disposing the handle releases it.</summary>
    /// <exception cref="StorageException">Busy when others held it all the time; otherwise the folder cannot be written.</exception>
    public static async Task<SafeFileHandle> TakeAsync(string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(time);
        var path = Path.Combine(folder, Name);
        var started = time.GetTimestamp();
        while (true)
        {
            try
            {
                return ExclusiveFile.Open(path);
            }
            catch (StorageException error) when (error.Reason == StorageFailure.Busy && time.GetElapsedTime(started) < Patience)
            {
                // Random, so that two waiting processes do not collide again.
                await Task.Delay(TimeSpan.FromMilliseconds(Random.Shared.Next(3, 20)), time, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
