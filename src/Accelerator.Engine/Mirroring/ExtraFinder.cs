using System.Text;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp.Listings;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>Finds local files and folders that are verified not to be on the server. In doubt an entry is not included.</summary>
/// <param name="filter">Selects the files of the mirror; a file that it excludes is not an extra either.</param>
/// <param name="rules">How local names are compared.</param>
/// <param name="now">The start of the run, for the age of files.</param>
/// <param name="leftOut">Receives the entries that stay although they are not on the server and no filter excludes them.</param>
internal sealed class ExtraFinder(FileFilter filter, NameRules rules, DateTimeOffset now, LeftOutTally leftOut)
{
    // The root of a mirror may be the root of a disk, which also contains the system's own folders.
    private static readonly string[] OfTheDisk = ["$RECYCLE.BIN", "System Volume Information", "lost+found"];

    /// <summary>Checks the entries of a local folder that are not in the folder's listing.</summary>
    /// <param name="listed">The folder's listing.</param>
    /// <param name="names">The local names of the listed entries.</param>
    /// <param name="place">The folder.</param>
    /// <param name="left">The local entries that the listing does not contain, by name.</param>
    /// <param name="extras">Receives the extras.</param>
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

    // Returns whether the complete entry may be deleted. Adds each part that may be; a folder that may be deleted completely is added as
    // one entry.
    private bool Judge(string name, in LocalEntry entry, string folder, string remote, string local, int depth, List<MirrorExtra> extras)
    {
        if (MirrorRecordFile.IsOwn(name)) return false;
        if (!IsInReach(name))
        {
            leftOut.Add("the name is not valid in a local path, so it is not deleted", local);
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
            // The folder does not exist on the server, so nothing in it does.
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
        leftOut.Add("another mirror uses this folder, so nothing in it is deleted", local);
        return true;
    }

    // Samba, WSL and Cygwin create names that Windows reads as others: its file functions open x for "x." and a device for "con". On Linux,
    // .NET replaces invalid text in a name by U+FFFD, so the resulting path names no existing file.
    private bool IsInReach(string name) => rules == NameRules.Windows ? LocalName.IsSafe(name, rules) : !name.Contains('\uFFFD');

    // A link may lead to a folder, so a pattern that excludes a folder of this name also excludes the link.
    private bool IsWanted(string remote, in LocalEntry entry) =>
        entry.Kind == LocalKind.Link
            ? filter.Wants(remote) && filter.Enters(remote)
            : FileFilter.IsSelected(filter.Judge(remote, entry.Size, ListingTime.Utc(entry.ModifiedUtc, TimePrecision.Fraction)))
                && (filter.MinAge is not { } minAge || now.UtcDateTime - entry.ModifiedUtc >= minAge);

    private Dictionary<string, LocalEntry>? TryRead(string path)
    {
        try
        {
            return LocalFolder.Read(path, rules);
        }
        catch (StorageException)
        {
            // A folder that cannot be read is not deleted.
            return null;
        }
    }
}

/// <summary>Maps a local name to its name on a server.</summary>
internal static class NameOnServer
{
    /// <summary>
    /// Returns the name as text, with half a surrogate pair for each byte that is no character, as in <see cref="FtpPath.ExactName"/>; and
    /// as a path. Null for a name that no server can list.
    /// </summary>
    public static (string Exact, FtpPath Path)? Of(string local)
    {
        var exact = LocalName.ToRemote(local);
        var bytes = new byte[Encoding.UTF8.GetMaxByteCount(exact.Length)];
        var length = 0;
        for (var i = 0; i < exact.Length;)
        {
            if (Rune.TryGetRuneAt(exact, i, out var rune))
            {
                length += rune.EncodeToUtf8(bytes.AsSpan(length));
                i += rune.Utf16SequenceLength;
            }
            else
            {
                bytes[length++] = (byte)exact[i++];
            }
        }
        if (exact is "" or "." or ".." || bytes.AsSpan(0, length).IndexOfAny("\r\n\0/"u8) >= 0) return null;
        return (exact, FtpPath.FromBytes(bytes.AsSpan(0, length), FtpCharsets.Utf8));
    }
}
