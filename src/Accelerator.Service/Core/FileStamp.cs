namespace Accelerator.Service.Core;

/// <summary>By what a file is known to have changed. A default one is that of a file that is not there.</summary>
/// <param name="Length">Bytes.</param>
/// <param name="Written">When it was last written.</param>
/// <param name="Created">Another one, where a file was renamed over it.</param>
internal readonly record struct FileStamp(long Length, DateTime Written, DateTime Created)
{
    /// <summary>The stamp of the file that a path leads to; of one that cannot be looked at, that of one that is not there.</summary>
    public static FileStamp Of(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if (file.ResolveLinkTarget(returnFinalTarget: true) is FileInfo target) file = target;
            return file.Exists ? new FileStamp(file.Length, file.LastWriteTimeUtc, file.CreationTimeUtc) : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}
