using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Deletes entries that are verified not to be on the server, and only those: each is checked again, and an entry that differs from the
/// plan stays. For a link, the link itself is deleted and never its target. No path that leads through a link is deleted.
/// </summary>
internal sealed class ExtraDeleter(string root, NameRules rules)
{
    private readonly HashSet<string> _plainFolders = new(LocalNames.Comparer(rules)) { "" };

    /// <summary>Deletes one entry.</summary>
    /// <returns>Null when it is deleted; otherwise the reason.</returns>
    public MirrorProblem? Delete(MirrorExtra extra)
    {
        try
        {
            var slash = extra.Path.LastIndexOf('/');
            if (!IsPlain(slash < 0 ? "" : extra.Path[..slash])) return Refuse(extra, "a parent folder is now a link");
            if (LocalEntry.At(extra.LocalPath) is not { } found) return null;
            if (extra.IsFolder != (found.Kind == LocalKind.Folder)) return Refuse(extra, "it is no longer the same kind of entry");
            if (!extra.IsFolder)
            {
                if (found.PrintOf(Path.GetFileName(extra.LocalPath)) != extra.Print)
                    return Refuse(extra, "it changed after it was listed");
                DeleteFile(extra.LocalPath);
                return null;
            }
            if (Count(extra.LocalPath) != (extra.Files, extra.Bytes, extra.Print))
                return Refuse(extra, "what is in it changed after it was listed");
            DeleteFolder(extra.LocalPath);
            return null;
        }
        catch (StorageException e)
        {
            return new MirrorProblem(extra.Path, FailureKind.Disk, e.Message);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return new MirrorProblem(extra.Path, FailureKind.Disk, StorageErrors.From(error, "Deleting", extra.LocalPath).Message);
        }
    }

    private static MirrorProblem Refuse(MirrorExtra extra, string why) =>
        new(extra.Path, FailureKind.Disk, $"'{extra.LocalPath}' was not deleted: {why}. Run the command again to list it again.");

    private bool IsPlain(string relative)
    {
        if (_plainFolders.Contains(relative)) return true;
        var slash = relative.LastIndexOf('/');
        var isPlain = IsPlain(slash < 0 ? "" : relative[..slash])
            && LocalEntry.At(LocalFolder.PathOf(root, relative)) is { Kind: LocalKind.Folder };
        if (isPlain) _plainFolders.Add(relative);
        return isPlain;
    }

    private (long Files, long Bytes, long Print) Count(string folder)
    {
        var (files, bytes, print) = (0L, 0L, 0L);
        foreach (var (name, entry) in LocalFolder.Read(folder, rules))
        {
            var (inFiles, inBytes, inPrint) = entry.Kind == LocalKind.Folder
                ? Count(Path.Combine(folder, name)) : (1, entry.Size, entry.PrintOf(name));
            (files, bytes, print) = (files + inFiles, bytes + inBytes, print + inPrint);
        }
        return (files, bytes, print);
    }

    private void DeleteFolder(string folder)
    {
        foreach (var (name, entry) in LocalFolder.Read(folder, rules))
        {
            var path = Path.Combine(folder, name);
            if (entry.Kind == LocalKind.Folder) DeleteFolder(path);
            else DeleteFile(path);
        }
        LocalChanges.DeleteFolder(folder);
    }

    // On Windows, links to folders are a separate kind and count as folders.
    private static void DeleteFile(string path)
    {
        if (OperatingSystem.IsWindows() && File.GetAttributes(path).HasFlag(FileAttributes.Directory))
            LocalChanges.DeleteFolder(path);
        else LocalChanges.Delete(path);
    }
}
