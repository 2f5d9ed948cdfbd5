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
