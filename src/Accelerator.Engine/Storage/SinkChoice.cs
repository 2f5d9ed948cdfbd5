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

    /// <summary>Makes the sink; owns the handle from here on.</summary>
    /// <exception cref="StorageException">It was to be unbuffered and cannot be.</exception>
    public static IFileSink Open(SafeFileHandle handle, string path, UnbufferedWrites wish, long? size)
    {
        if (!IsWanted(wish, size)) return new BufferedFileSink(handle, path);
        if (DirectAccess.TryEnable(handle, path) is not { } refusal) return new UnbufferedFileSink(handle, path);
        if (wish == UnbufferedWrites.Auto) return new BufferedFileSink(handle, path);
        throw new StorageException(StorageFailure.Failed, $"'{path}' cannot be written unbuffered: {refusal}. Leave --unbuffered at auto, or choose another folder.");
    }
}
