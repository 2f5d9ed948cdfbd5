using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>Creates local folders, and checks each on the way down: a folder behind a link is not the mirror's target.</summary>
internal sealed class FolderMaker(string root, NameRules rules)
{
    private readonly Dictionary<string, string?> _known = new(LocalNames.Comparer(rules)) { [""] = null };

    /// <summary>Creates a folder and its parents.</summary>
    /// <param name="relative">Path below the local root, with slashes; empty for the root.</param>
    /// <returns>Null when it exists; otherwise the reason, one sentence.</returns>
    public string? Make(string relative)
    {
        if (_known.TryGetValue(relative, out var why)) return why;
        var slash = relative.LastIndexOf('/');
        why = Make(slash < 0 ? "" : relative[..slash]) ?? MakeOne(LocalFolder.PathOf(root, relative));
        _known.Add(relative, why);
        return why;
    }

    private static string? MakeOne(string path)
    {
        try
        {
            if (LocalFolder.Look(path) is not { } found)
            {
                Directory.CreateDirectory(path);
                return null;
            }
            return found.Kind switch
            {
                LocalKind.Folder => null,
                LocalKind.Link => $"'{path}' is a link, and nothing is written through links. Remove it and run this again.",
                _ => $"'{path}' is a file where a folder has to be. Move it away and run this again.",
            };
        }
        catch (StorageException e)
        {
            return e.Message;
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return StorageErrors.From(error, "Making the folder", path).Message;
        }
    }
}
