namespace Accelerator.Engine.Storage;

/// <summary>The folder of a file that is about to be written.</summary>
internal static class MissingFolder
{
    /// <summary>Creates the folder of a file with its parents; one that exists is left as it is.</summary>
    /// <param name="path">The file, as a full path.</param>
    /// <exception cref="StorageException">The disk refused, or a file is in place of a folder.</exception>
    internal static void Create(string path)
    {
        if (Path.GetDirectoryName(path) is not { Length: > 0 } folder || Directory.Exists(folder)) return;
        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Creating the folder", folder);
        }
    }
}
