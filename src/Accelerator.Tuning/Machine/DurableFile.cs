namespace Accelerator.Tuning.Machine;

/// <summary>Replaces files so that a power failure leaves the old content or the new one.</summary>
internal static class DurableFile
{
    /// <summary>Writes a file, and returns once it would survive a power failure.</summary>
    /// <exception cref="IOException">It could not be written; a previous file is there as before.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        using (var file = new FileStream(path + ".new", FileMode.Create, FileAccess.Write, FileShare.None))
        {
            file.Write(content);
            file.Flush(flushToDisk: true);
        }
        File.Move(path + ".new", path, overwrite: true);
    }
}
