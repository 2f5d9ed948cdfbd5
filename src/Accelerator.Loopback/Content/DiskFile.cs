namespace Accelerator.Loopback.Content;

/// <summary>A file of the disk. It may grow, be cut or be renamed over while it is sent.</summary>
internal sealed class DiskFile(FileInfo file) : IServedFile
{
    public long Size { get; } = file.Length;

    public DateTimeOffset ModifiedUtc { get; } = new(file.LastWriteTimeUtc);

    public OpenedFile? Open()
    {
        // What has no bytes is not opened: a named pipe would wait for somebody who writes, and a device may have no end. Both have the
        // length 0.
        if (Size == 0) return new OpenedFile(() => FileContent.FromBytes([]));
        try
        {
            // Whoever writes it, renames it or deletes it is not to notice.
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
