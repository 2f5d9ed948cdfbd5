namespace Accelerator.Engine.Storage;

/// <summary>
/// Checks that the path from a folder down to a file contains no link: a user who may write into one of the folders could otherwise
/// redirect a run out of the tree. The check is by name, so the caller repeats it when the file is open.
/// </summary>
internal static class LinkFreePath
{
    /// <summary>Throws for a file that is behind a link.</summary>
    /// <param name="root">The folder that the user named; links above it are the user's own choice.</param>
    /// <param name="path">A file below it.</param>
    /// <exception cref="StorageException">Denied: a folder between the two is a link.</exception>
    internal static void Require(string root, string path)
    {
        for (var folder = Path.GetDirectoryName(path); folder is not null
            && folder.Length > root.Length; folder = Path.GetDirectoryName(folder))
        {
            var attributes = new DirectoryInfo(folder).Attributes;
            if ((int)attributes != -1 && attributes.HasFlag(FileAttributes.ReparsePoint))
                throw new StorageException(
                    StorageFailure.Denied, $"'{folder}' is a link, and ftpx does not write through links. Remove it and run the "
                        + "command again.");
        }
    }
}
