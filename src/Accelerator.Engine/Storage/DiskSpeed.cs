using System.Security.Cryptography;

namespace Accelerator.Engine.Storage;

/// <summary>Measures how fast a folder's disk accepts data, flushed.</summary>
internal static class DiskSpeed
{
    /// <summary>Most bytes that a measurement writes.</summary>
    public const long Most = 256L << 20;

    private const int Block = 1 << 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Writes for at most a second, or <see cref="Most"/> bytes, then flushes. The file is removed afterwards, however the process ends.
    /// </summary>
    /// <returns>Bytes written and the time it took, the flush included.</returns>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static async Task<(long Bytes, TimeSpan Time)> MeasureAsync(
        string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        // Random, because some disks and file systems compress.
        var block = RandomNumberGenerator.GetBytes(Block);
        var path = Path.Combine(folder, $".ftpx-disk-{Guid.NewGuid():N}");
        var file = new FileStream(path, new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            BufferSize = 0,
            Options = FileOptions.Asynchronous | (OperatingSystem.IsWindows() ? FileOptions.DeleteOnClose : FileOptions.None),
        });
        await using (file.ConfigureAwait(false))
        {
            // Windows removes the file with its last handle, whatever ends the process; elsewhere the name can go at once.
            if (!OperatingSystem.IsWindows()) LocalChanges.Delete(path);
            var start = time.GetTimestamp();
            long bytes = 0;
            for (; bytes < Most && time.GetElapsedTime(start) < Longest; bytes += Block)
                await file.WriteAsync(block, cancellationToken).ConfigureAwait(false);
            file.Flush(flushToDisk: true);
            return (bytes, time.GetElapsedTime(start));
        }
    }
}
