using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>Chooses the sink of a file.</summary>
internal static class SinkChoice
{
    /// <summary>Bytes. Below this size the page cache costs little, and the next reader finds the file there.</summary>
    public const long LeastUnbuffered = 64 << 20;

    /// <summary>Returns whether it is worth querying the file system.</summary>
    /// <param name="wish">The user's choice.</param>
    /// <param name="size">Bytes of the file; null when unknown.</param>
    public static bool IsWanted(UnbufferedWrites wish, long? size) =>
        wish == UnbufferedWrites.On || (wish == UnbufferedWrites.Auto && size >= LeastUnbuffered);

    /// <summary>Opens the file exclusively for this run, and creates its sink.</summary>
    /// <param name="path">The file.</param>
    /// <param name="wish">The user's choice.</param>
    /// <param name="size">Bytes it will have; null when unknown.</param>
    /// <param name="refusal">Why it is buffered although unbuffered was wanted, without a full stop; else null.</param>
    /// <exception cref="StorageException">Busy, Denied or Failed; or unbuffered was required and is not possible.</exception>
    public static (SafeFileHandle Handle, IFileSink Sink) Open(string path, UnbufferedWrites wish, long? size, out string? refusal)
    {
        refusal = null;
        if (IsWanted(wish, size))
        {
            if (DirectAccess.TryOpen(path, out refusal) is { } direct)
                return (direct, new UnbufferedFileSink(new HandleFile(direct), path));
            if (wish == UnbufferedWrites.On)
                throw new StorageException(StorageFailure.Failed,
                    $"'{path}' cannot be written unbuffered: {refusal}. Leave --unbuffered at auto, or choose another folder.");
        }
        var handle = ExclusiveFile.Open(path);
        return (handle, new BufferedFileSink(new HandleFile(handle, isCached: true), path));
    }
}
