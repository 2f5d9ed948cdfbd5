namespace Accelerator.Service.Core;

/// <summary>The attributes that show whether a file has changed. The default value stands for a missing file.</summary>
/// <param name="Length">Bytes.</param>
/// <param name="Written">The time of the last write.</param>
/// <param name="Created">The creation time, which changes when another file is renamed over it.</param>
internal readonly record struct FileStamp(long Length, DateTime Written, DateTime Created)
{
    /// <summary>Returns the stamp of the file at a path; of a file that cannot be read, the stamp of a missing one.</summary>
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
