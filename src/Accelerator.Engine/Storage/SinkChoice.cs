using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>Which sink a file gets.</summary>
internal static class SinkChoice
{
    /// <summary>Bytes. Below, the page cache costs little, and whoever reads the file next finds it there.</summary>
    public const long LeastUnbuffered = 64 << 20;

    /// <summary>Whether it is worth asking the file system.</summary>
    /// <param name="wish">What the user wants.</param>
    /// <param name="size">Bytes of the file; null when nobody knows.</param>
    public static bool IsWanted(UnbufferedWrites wish, long? size) =>
        wish == UnbufferedWrites.On || (wish == UnbufferedWrites.Auto && size >= LeastUnbuffered);

    /// <summary>Opens the file for this run alone, and makes its sink.</summary>
    /// <param name="path">The file.</param>
    /// <param name="wish">What the user wants.</param>
    /// <param name="size">Bytes it will have; null when nobody knows.</param>
    /// <param name="refusal">Why it is buffered although the other was wanted, without a full stop; else null.</param>
    /// <exception cref="StorageException">Busy, Denied or Failed; it was to be unbuffered and cannot be.</exception>
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
        return (handle, new BufferedFileSink(new HandleFile(handle), path));
    }
}
