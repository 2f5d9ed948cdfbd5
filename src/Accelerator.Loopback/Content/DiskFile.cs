using Microsoft.Win32.SafeHandles;

namespace Accelerator.Loopback.Content;

/// <summary>A file on disk. It may grow, be cut or be renamed over while it is sent.</summary>
internal sealed class DiskFile(FileInfo file) : IServedFile
{
    public long Size { get; } = file.Length;

    public DateTimeOffset ModifiedUtc { get; } = new(file.LastWriteTimeUtc);

    public OpenedFile? Open()
    {
        // Entries of length 0 are not opened: opening a named pipe would wait for a writer, and a device may have no end. Both have length
        // 0.
        if (Size == 0) return new OpenedFile(() => FileContent.FromBytes([]));
        try
        {
            // Share read, write and delete so that other processes are not blocked.
            var handle = File.OpenHandle(
                file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.Asynchronous);
            return new OpenedFile(() => new DiskContent(handle, RandomAccess.GetLength(handle)), handle);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

/// <summary>The bytes of an open file up to its current length; read block by block on demand.</summary>
internal sealed class DiskContent(SafeFileHandle handle, long length) : FileContent(length)
{
    public override void Read(long offset, Span<byte> destination)
    {
        while (destination.Length > 0)
        {
            var count = RandomAccess.Read(handle, destination, offset);
            if (count == 0) throw new EndOfStreamException($"The file was cut to {offset} bytes while it was read.");
            destination = destination[count..];
            offset += count;
        }
    }

    // Never on the calling thread: all connections may be waiting for it.
    internal override async ValueTask<ReadOnlyMemory<byte>> WindowAsync(
        long offset, int count, Memory<byte> scratch, CancellationToken cancellationToken) =>
        scratch[..await RandomAccess.ReadAsync(handle, scratch[..count], offset, cancellationToken).ConfigureAwait(false)];
}
