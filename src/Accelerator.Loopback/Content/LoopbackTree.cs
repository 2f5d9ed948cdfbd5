using System.Text;

namespace Accelerator.Loopback.Content;

/// <summary>
/// The files a <see cref="LoopbackServer"/> serves; thread-safe, and may be changed while transfers run.
/// Directories exist as soon as a file below them does. Paths: see <see cref="LoopbackPath"/>.
/// </summary>
public sealed class LoopbackTree : IServedFiles
{
    /// <summary>The modification time of files added without one; fixed, so that runs are repeatable.</summary>
    public static readonly DateTimeOffset DefaultModifiedUtc = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    // A change without a given time adds this to the modification time: enough for a client of any time resolution to notice.
    private static readonly TimeSpan ModifiedStep = TimeSpan.FromMinutes(1);

    private readonly object _gate = new();
    private readonly Dictionary<string, SortedDictionary<string, LoopbackFile?>> _directories = new(StringComparer.Ordinal)
    {
        ["/"] = new(StringComparer.Ordinal),
    };

    private readonly Dictionary<string, FileSeries> _series = new(StringComparer.Ordinal);
    private readonly LinkMap _links = new();

    /// <summary>The file at <paramref name="path"/>.</summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public LoopbackFile this[string path] =>
        Find(path) ?? throw new FileNotFoundException($"The loopback server has no file {path}; add it to Files first.", path);

    /// <summary>Adds a file, or replaces an old one as a rename does: running transfers keep the old bytes.</summary>
    public LoopbackFile Add(string path, FileContent content, DateTimeOffset? modifiedUtc = null)
    {
        var clean = LoopbackPath.Checked(path);
        lock (_gate)
        {
            if (_directories.ContainsKey(clean)) throw new ArgumentException($"{clean} is a directory.", nameof(path));
            _links.Remove(clean);
            var old = FindLocked(clean);
            var file = new LoopbackFile(content, modifiedUtc ?? (old is null ? DefaultModifiedUtc : old.ModifiedUtc + ModifiedStep));
            DirectoryLocked(LoopbackPath.ParentOf(clean))[LoopbackPath.NameOf(clean)] = file;
            return file;
        }
    }

    /// <summary>Adds a file with a copy of these bytes.</summary>
    public LoopbackFile AddBytes(string path, ReadOnlySpan<byte> bytes) => Add(path, FileContent.FromBytes(bytes));

    /// <summary>Adds a file with this text in UTF-8.</summary>
    public LoopbackFile AddText(string path, string text) => AddBytes(path, Encoding.UTF8.GetBytes(text));

    /// <summary>
    /// Adds a file of any length. Its bytes are calculated from <paramref name="seed"/> and offset, so it needs no memory.
    /// </summary>
    public LoopbackFile AddSynthetic(string path, long length, long seed = 1) => Add(path, FileContent.Synthetic(length, seed));

    /// <summary>Adds a file that consists of one repeated byte.</summary>
    public LoopbackFile AddConstant(string path, long length, byte value = 0) => Add(path, FileContent.Constant(length, value));

    /// <summary>
    /// Fills a directory with files <c>file-0000001.dat</c>, <c>file-0000002.dat</c>, … that need no memory: 100,000 of them cost as much
    /// as one. Their bytes are calculated from their number, and they cannot be changed individually.
    /// </summary>
    public void AddSeries(string directory, int count, long length)
    {
        var clean = LoopbackPath.Checked(directory);
        lock (_gate)
        {
            DirectoryLocked(clean);
            _series[clean] = new FileSeries(count, length);
        }
    }

    /// <summary>Adds a symbolic link.</summary>
    /// <param name="path">The link's own path.</param>
    /// <param name="target">The target, absolute or relative to the link's directory; it need not exist.</param>
    public void AddLink(string path, string target)
    {
        var clean = LoopbackPath.Checked(path);
        lock (_gate)
        {
            DirectoryLocked(LoopbackPath.ParentOf(clean)).Remove(LoopbackPath.NameOf(clean));
            _links.Set(clean, target);
        }
    }

    /// <summary>Adds an empty directory.</summary>
    public void AddDirectory(string path)
    {
        lock (_gate) DirectoryLocked(LoopbackPath.Checked(path));
    }

    /// <summary>
    /// Replaces a file by a new one of the same name: running transfers continue with the old bytes, later ones send the new bytes.
    /// </summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public LoopbackFile ReplaceByRename(string path, FileContent content, DateTimeOffset? modifiedUtc = null)
    {
        _ = this[path];
        return Add(path, content, modifiedUtc);
    }

    /// <summary>Replaces the bytes of a file in place: running transfers send the new ones from their next block on.</summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public void ReplaceInPlace(string path, FileContent content, DateTimeOffset? modifiedUtc = null)
    {
        var file = this[path];
        file.Set(content, modifiedUtc ?? file.ModifiedUtc + ModifiedStep);
    }

    /// <summary>Truncates or extends the file in place; running transfers end at, or continue to, the new end.</summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public void Resize(string path, long length) => ReplaceInPlace(path, this[path].Content.Resized(length));

    /// <summary>Changes the time only.</summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public void Touch(string path, DateTimeOffset modifiedUtc)
    {
        var file = this[path];
        file.Set(file.Content, modifiedUtc);
    }

    /// <summary>Removes the name; running transfers continue, as on Unix. Removing a missing name does nothing.</summary>
    public void Remove(string path)
    {
        var clean = LoopbackPath.Checked(path);
        lock (_gate)
        {
            if (_directories.TryGetValue(LoopbackPath.ParentOf(clean), out var entries)) entries.Remove(LoopbackPath.NameOf(clean));
            _links.Remove(clean);
        }
    }

    /// <summary>Returns the SHA-256 of the file's current bytes, in lower-case hex.</summary>
    /// <exception cref="FileNotFoundException">No file has this path.</exception>
    public string Sha256Of(string path) => ContentDigest.Sha256(this[path].Content);

    /// <summary>Returns the file at <paramref name="path"/>, or null.</summary>
    public LoopbackFile? Find(string path)
    {
        var clean = LoopbackPath.Checked(path);
        lock (_gate) return FindLocked(clean);
    }

    IServedFile? IServedFiles.Find(string path) => Find(path);

    string? IServedFiles.RealDirectory(string path)
    {
        lock (_gate) return RealDirectoryLocked(path);
    }

    DateTimeOffset? IServedFiles.DirectoryTime(string path) => null;

    IEnumerable<LoopbackEntry>? IServedFiles.Entries(string directory)
    {
        lock (_gate)
        {
            if (RealDirectoryLocked(directory) is not { } real) return null;
            var series = _series.GetValueOrDefault(real);
            var single =
                from entry in _directories[real]
                select new LoopbackEntry(entry.Key, entry.Value, entry.Value is null ? LoopbackPath.Child(real, entry.Key) : null, null);
            var links =
                from name in _links.In(real)
                let path = LoopbackPath.Child(real, name)
                select new LoopbackEntry(name, FindLocked(path), RealDirectoryLocked(path), _links[path]);
            var all = single.Concat(links).OrderBy(entry => entry.Name, StringComparer.Ordinal).ToList();
            return series is null ? all : all.Concat(series.Names.Select(name => new LoopbackEntry(name, series.Find(name), null, null)));
        }
    }

    private string? RealDirectoryLocked(string path) => _links.Follow(path) is { } real && _directories.ContainsKey(real) ? real : null;

    private LoopbackFile? FindLocked(string path)
    {
        if (_links.Follow(path) is not { } real) return null;
        var (directory, name) = (LoopbackPath.ParentOf(real), LoopbackPath.NameOf(real));
        if (_directories.TryGetValue(directory, out var entries) && entries.TryGetValue(name, out var file)) return file;
        return _series.GetValueOrDefault(directory)?.Find(name);
    }

    private SortedDictionary<string, LoopbackFile?> DirectoryLocked(string path)
    {
        if (_directories.TryGetValue(path, out var entries)) return entries;
        if (FindLocked(path) is not null) throw new ArgumentException($"{path} is a file, so nothing can be below it.", nameof(path));
        entries = new SortedDictionary<string, LoopbackFile?>(StringComparer.Ordinal);
        DirectoryLocked(LoopbackPath.ParentOf(path))[LoopbackPath.NameOf(path)] = null;
        _directories[path] = entries;
        return entries;
    }
}
