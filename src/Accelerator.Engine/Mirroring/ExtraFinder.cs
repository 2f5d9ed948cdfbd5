using Accelerator.Engine.Storage;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>Which local files and folders are proven not to be on the server. In doubt none is.</summary>
/// <param name="filter">What is wanted; what is not is no extra either.</param>
/// <param name="rules">How local names are compared.</param>
/// <param name="now">The run's beginning, for the age of files.</param>
/// <param name="leftOut">Told of what stays although it is not on the server and nobody has said that it is not wanted.</param>
internal sealed class ExtraFinder(MirrorFilter filter, NameRules rules, DateTimeOffset now, LeftOutTally leftOut)
{
    // A mirror may fill a whole disk, and then the system has folders of its own beside what was fetched.
    private static readonly string[] OfTheDisk = ["$RECYCLE.BIN", "System Volume Information", "lost+found"];

    /// <summary>Looks through what is left of a local folder when everything that is listed was taken out.</summary>
    /// <param name="listed">The folder's listing.</param>
    /// <param name="names">What its names are called here.</param>
    /// <param name="place">Where it is here.</param>
    /// <param name="left">Local names that are not listed.</param>
    /// <param name="extras">Where they go.</param>
    public void Find(ListingOutcome listed, FolderNames names, FolderPlace place, Dictionary<string, LocalEntry> left,
        List<MirrorExtra> extras)
    {
        if (!listed.IsComplete || (place.Depth > 0 && IsAnother(left, place.LocalRelative))) return;
        foreach (var (name, entry) in left)
        {
            if (names.IsSideFile(name) || (place.Depth == 0 && OfTheDisk.Contains(name, StringComparer.OrdinalIgnoreCase))
                || NameOnServer.Of(name) is not { } remote || names.Shows(remote.Exact) || !listed.ProvesAbsence(remote.Path))
                continue;
            Judge(name, entry, place.LocalPath, place.TextOf(remote.Path.Text), place.LocalTextOf(name), place.Depth, extras);
        }
    }

    // Whether all of it may go; what may is added, a folder that may go whole as one.
    private bool Judge(string name, in LocalEntry entry, string folder, string remote, string local, int depth, List<MirrorExtra> extras)
    {
        if (MirrorRecordFile.IsOwn(name)) return false;
        if (!IsInReach(name))
        {
            leftOut.Add("the name cannot be written in a path here, so it is not deleted", local);
            return false;
        }
        if (entry.Kind == LocalKind.Folder) return JudgeFolder(Path.Combine(folder, name), remote, local, depth + 1, extras);
        if (!IsWanted(remote, entry)) return false;
        extras.Add(new MirrorExtra(local, Path.Combine(folder, name), IsFolder: false, 1, entry.Size) { Print = entry.PrintOf(name) });
        return true;
    }

    private bool JudgeFolder(string path, string remote, string local, int depth, List<MirrorExtra> extras)
    {
        if (depth > (filter.MaxDepth ?? int.MaxValue) || !filter.Enters(remote) || TryRead(path) is not { } inside
            || IsAnother(inside, local))
            return false;
        var mark = extras.Count;
        var isWhole = true;
        foreach (var (name, entry) in inside)
        {
            // The folder is not there, so nothing of what is in it is.
            isWhole &= Judge(name, entry, path, $"{remote}/{NameOnServer.Of(name)?.Path.Text ?? name}", $"{local}/{name}", depth, extras);
        }
        if (!isWhole) return false;
        var (files, bytes, print) = (0L, 0L, 0L);
        for (var i = mark; i < extras.Count; i++)
            (files, bytes, print) = (files + extras[i].Files, bytes + extras[i].Bytes, print + extras[i].Print);
        extras.RemoveRange(mark, extras.Count - mark);
        extras.Add(new MirrorExtra(local, path, IsFolder: true, files, bytes) { Print = print });
        return true;
    }

    private bool IsAnother(Dictionary<string, LocalEntry> inside, string local)
    {
        if (!inside.Keys.Any(MirrorRecordFile.IsOwn)) return false;
        leftOut.Add("another mirror keeps its files there, and nothing is deleted in it", local);
        return true;
    }

    // Samba, WSL and Cygwin make names that Windows reads as others: by its calls "x." is x, and "con" a device. On Linux .NET puts U+FFFD
    // for what is no text in a name, and that leads nowhere.
    private bool IsInReach(string name) => rules == NameRules.Windows ? LocalName.IsSafe(name, rules) : !name.Contains('\uFFFD');

    // Behind a link there may be a folder: what leaves that out leaves the link out.
    private bool IsWanted(string remote, in LocalEntry entry) =>
        filter.Wants(remote) && (entry.Kind == LocalKind.Link ? filter.Enters(remote) : IsOfAge(entry.ModifiedUtc));

    private bool IsOfAge(DateTime modified) =>
        (filter.MinAge is not { } minAge || now.UtcDateTime - modified >= minAge)
            && (filter.NewerThan is not { } limit || modified > limit.UtcDateTime);

    private Dictionary<string, LocalEntry>? TryRead(string path)
    {
        try
        {
            return LocalFolder.Read(path, rules);
        }
        catch (StorageException)
        {
            // What cannot be looked into is not deleted.
            return null;
        }
    }
}
