using System.Text;

namespace Accelerator.Loopback.Content;

/// <summary>
/// A folder on disk, read only. Nothing outside it is reachable: each part of a path is checked separately, and a link that leads out of
/// the folder, or nowhere, is treated as missing. So are names that no listing can carry.
/// </summary>
internal sealed class DiskFiles : IServedFiles
{
    // The same limit as on Linux.
    private const int MostSteps = 40;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly EnumerationOptions Everything = new() { AttributesToSkip = FileAttributes.None, IgnoreInaccessible = true };
    private static readonly char[] Separators = Path.DirectorySeparatorChar == '\\' ? ['\\', '/'] : ['/'];

    private readonly string _root;
    private readonly string[] _rootNames;

    /// <param name="root">The folder; it may itself be a link.</param>
    public DiskFiles(string root)
    {
        var named = Path.TrimEndingDirectorySeparator(Path.GetFullPath(root));
        _root = Directory.ResolveLinkTarget(named, returnFinalTarget: true) is { } target
            ? Path.TrimEndingDirectorySeparator(target.FullName) : named;
        _rootNames = [_root, named];
    }

    public IServedFile? Find(string path) => Follow(path) is { } parts && Entry(parts) is FileInfo file ? FileOf(file) : null;

    public string? RealDirectory(string path) => Follow(path) is { } parts && Entry(parts) is DirectoryInfo ? TreePath(parts) : null;

    public DateTimeOffset? DirectoryTime(string path) =>
        Follow(path) is { } parts && Entry(parts) is DirectoryInfo folder ? new(folder.LastWriteTimeUtc) : null;

    public IEnumerable<LoopbackEntry>? Entries(string directory)
    {
        if (Follow(directory) is not { } parts || Entry(parts) is not DirectoryInfo folder) return null;
        try
        {
            return folder.EnumerateFileSystemInfos("*", Everything).Select(info => TryEntry(parts, info)).OfType<LoopbackEntry>()
                .OrderBy(entry => entry.Name, StringComparer.Ordinal).ToList();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static DiskFile? FileOf(FileInfo file)
    {
        try
        {
            return new DiskFile(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It was removed meanwhile.
            return null;
        }
    }

    private static string TreePath(IEnumerable<string> parts) => "/" + LoopbackPath.FromUtf8(string.Join('/', parts));

    // A line end would split a name into two lines; the system's own separators cannot occur in a part; on Windows a colon names another
    // stream.
    private static bool IsName(string part) =>
        part.Length > 0 && !part.Any(char.IsControl) && part.IndexOfAny(Path.GetInvalidFileNameChars()) < 0;

    private static string? Decoded(string path)
    {
        try
        {
            return Utf8.GetString(Encoding.Latin1.GetBytes(path));
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    // An entry that disappears meanwhile does not affect the others.
    private LoopbackEntry? TryEntry(IReadOnlyList<string> folder, FileSystemInfo info)
    {
        try
        {
            return EntryOf(folder, info);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private LoopbackEntry? EntryOf(IReadOnlyList<string> folder, FileSystemInfo info)
    {
        // A name whose bytes are not UTF-8 cannot be opened by the string that .NET makes of it.
        if (!IsName(info.Name) || !info.Exists) return null;
        var name = LoopbackPath.FromUtf8(info.Name);
        string[] parts = [.. folder, info.Name];
        if (LinkOf(info) is not { } target) return Plain(name, parts, info, linkTarget: null) with { OwnUtc = new(info.LastWriteTimeUtc) };
        if (Follow(TreePath(parts)) is not { } end || Entry(end) is not { } found || TreeTarget(target) is not { } linkTarget) return null;
        return Plain(name, end, found, linkTarget) with { OwnUtc = new(info.LastWriteTimeUtc) };
    }

    private static LoopbackEntry Plain(string name, IReadOnlyList<string> place, FileSystemInfo info, string? linkTarget) =>
        info is FileInfo file ? new LoopbackEntry(name, new DiskFile(file), null, linkTarget)
            : new LoopbackEntry(name, null, TreePath(place), linkTarget);

    // The parts of the path below the root, none of them a link; null if it leads out, forms a loop, or cannot be a path here.
    private List<string>? Follow(string path)
    {
        if (Decoded(path) is not { } text) return null;
        var rest = new Stack<string>(Enumerable.Reverse(text.Split('/', StringSplitOptions.RemoveEmptyEntries)));
        List<string> real = [];
        for (var steps = 0; rest.TryPop(out var part);)
        {
            if (part == ".") continue;
            if (part == "..")
            {
                // Only a link gets here: a client's own ".." is stopped at the root before.
                if (real.Count == 0) return null;
                real.RemoveAt(real.Count - 1);
                continue;
            }
            if (!IsName(part)) return null;
            real.Add(part);
            if (Entry(real) is not { } info) return null;
            if (LinkOf(info) is not { } target) continue;
            if (++steps > MostSteps) return null;
            real.RemoveAt(real.Count - 1);
            if (Path.IsPathRooted(target))
            {
                if (Below(target) is not { } inside) return null;
                real.Clear();
                target = inside;
            }
            foreach (var step in Enumerable.Reverse(target.Split(Separators, StringSplitOptions.RemoveEmptyEntries))) rest.Push(step);
        }
        return real;
    }

    // The link target as the client sees it: as behind a chroot, a path from the disk's root is one from the tree's.
    private string? TreeTarget(string target)
    {
        var linkTarget = Path.IsPathRooted(target) ? "/" + Below(target) : target;
        return linkTarget.Any(char.IsControl)
            ? null : LoopbackPath.FromUtf8(Path.DirectorySeparatorChar == '\\' ? linkTarget.Replace('\\', '/') : linkTarget);
    }

    private string? Below(string target) => (
        from root in _rootNames
        where target == root || (target.StartsWith(root, StringComparison.Ordinal)
            && (Path.EndsInDirectorySeparator(root) || Separators.Contains(target[root.Length])))
        select target[root.Length..].TrimStart(Separators)).FirstOrDefault();

    private static string? LinkOf(FileSystemInfo info) => info.Attributes.HasFlag(FileAttributes.ReparsePoint) ? info.LinkTarget : null;

    // The entry itself, even if it is a link; null if there is none.
    private FileSystemInfo? Entry(IReadOnlyList<string> parts)
    {
        var place = Path.Combine([_root, .. parts]);
        try
        {
            // Windows maps some names to others: "NUL" is a device, and "a." is "a".
            if (Path.GetFullPath(place) != place) return null;
            var attributes = File.GetAttributes(place);
            return attributes.HasFlag(FileAttributes.Directory) ? new DirectoryInfo(place) : new FileInfo(place);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
