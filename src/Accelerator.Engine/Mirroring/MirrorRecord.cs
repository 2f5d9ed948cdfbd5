using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// The results of earlier runs for files whose listing alone does not show whether they have changed. Losing it costs queries, never a
/// file: it can only classify a file as the same.
/// </summary>
internal sealed class MirrorRecord(NameRules rules)
{
    private readonly Dictionary<string, Dictionary<string, MirrorRecordEntry>> _folders = new(LocalNames.Comparer(rules));
    private readonly HashSet<string> _looked = new(LocalNames.Comparer(rules));

    /// <summary>Whether it differs from the file that was read.</summary>
    public bool IsChanged { get; private set; }

    /// <summary>Whether it holds no entries.</summary>
    public bool IsEmpty => _folders.Values.All(static files => files.Count == 0);

    /// <summary>Folders, each with its files. The folder's path is below the local root, with slashes; empty for the root.</summary>
    public IReadOnlyDictionary<string, Dictionary<string, MirrorRecordEntry>> Folders => _folders;

    /// <summary>Marks the record as saved.</summary>
    public void NoteSaved() => IsChanged = false;

    /// <summary>Returns the entry of a file; null for none.</summary>
    public MirrorRecordEntry? Find(string folder, string name) =>
        _folders.TryGetValue(folder, out var files) && files.TryGetValue(name, out var entry) ? entry : null;

    /// <summary>Records a file.</summary>
    public void Set(string folder, string name, MirrorRecordEntry entry)
    {
        if (!_folders.TryGetValue(folder, out var files)) _folders.Add(folder, files = new(LocalNames.Comparer(rules)));
        if (files.TryGetValue(name, out var old) && old == entry) return;
        files[name] = entry;
        IsChanged = true;
    }

    /// <summary>Removes a file.</summary>
    public void Remove(string folder, string name)
    {
        if (_folders.TryGetValue(folder, out var files) && files.Remove(name)) IsChanged = true;
    }

    /// <summary>Removes entries whose file is no longer in a local folder: an entry is useful only beside its file.</summary>
    public void Keep(string folder, Dictionary<string, LocalEntry> local)
    {
        _looked.Add(folder);
        if (!_folders.TryGetValue(folder, out var files)) return;
        foreach (var name in files.Keys)
        {
            if (!local.ContainsKey(name) && files.Remove(name)) IsChanged = true;
        }
    }

    /// <summary>Removes folders that were not read in this run and no longer exist.</summary>
    public void KeepFolders(Func<string, bool> isThere)
    {
        foreach (var folder in _folders.Keys)
        {
            if (!_looked.Contains(folder) && !isThere(folder) && _folders.Remove(folder)) IsChanged = true;
        }
    }
}

/// <summary>The state of a file when it was last known to be the same on the server and locally.</summary>
/// <param name="Size">Bytes of the local file.</param>
/// <param name="LocalModifiedUtc">Last write of the local file, exactly.</param>
/// <param name="Time">Its time in the listing; null when not listed.</param>
/// <param name="Modified">The MDTM reply, as the server wrote it; null when not queried or not reported.</param>
/// <param name="CheckedUtc">A time no later than the listing: any event after it may have changed the file.</param>
internal readonly record struct MirrorRecordEntry(
    long Size, DateTime LocalModifiedUtc, ListingTime? Time, string? Modified, DateTime CheckedUtc)
{
    /// <summary>Returns whether the local file is the one that was recorded.</summary>
    public bool Describes(in LocalEntry local) =>
        local.Kind == LocalKind.File && local.Size == Size && local.ModifiedUtc == LocalModifiedUtc;
}
