using System.Security.Cryptography;

namespace Accelerator.Cli.Selftest;

/// <summary>How fast a folder's disk takes data, flushed.</summary>
internal static class DiskSpeed
{
    private const int Block = 1 << 20;
    private const long Most = 256L << 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <summary>Writes for at most a second, or 256 MiB, then flushes.</summary>
    /// <returns>Bytes written and the time it took, the flush included.</returns>
    public static async Task<(long Bytes, TimeSpan Time)> MeasureAsync(string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        // Random, because some disks and file systems compress.
        var block = RandomNumberGenerator.GetBytes(Block);
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            BufferSize = 0,
            Options = FileOptions.Asynchronous | FileOptions.DeleteOnClose,
        };
        var file = new FileStream(Path.Combine(folder, "disk.bin"), options);
        await using (file.ConfigureAwait(false))
        {
            var start = time.GetTimestamp();
            long bytes = 0;
            for (; bytes < Most && time.GetElapsedTime(start) < Longest; bytes += Block)
                await file.WriteAsync(block, cancellationToken).ConfigureAwait(false);
            file.Flush(flushToDisk: true);
            return (bytes, time.GetElapsedTime(start));
        }
    }
}
