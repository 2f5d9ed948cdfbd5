namespace Accelerator.Engine.Storage;

/// <summary>
/// The way from a folder down to a file, without a link on it: somebody who may write into one of the folders could otherwise lead a run
/// out of the tree. It is looked at by name, so whoever asks looks once more when the file is open.
/// </summary>
internal static class LinkFreePath
{
    /// <summary>Refuses a file that lies behind a link.</summary>
    /// <param name="root">The folder that the user named; how one gets there is the user's own business.</param>
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
                    StorageFailure.Denied, $"'{folder}' is a link, and nothing is written through links. Remove it and run this again.");
        }
    }
}
