using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// What earlier runs have found out of files whose listing alone does not say whether they have changed. Losing it costs questions, never a
/// file: all it can do is to call a file the same.
/// </summary>
internal sealed class MirrorRecord(NameRules rules)
{
    private readonly Dictionary<string, Dictionary<string, MirrorRecordEntry>> _folders = new(LocalNames.Comparer(rules));
    private readonly HashSet<string> _looked = new(LocalNames.Comparer(rules));

    /// <summary>Whether it is no longer what was read.</summary>
    public bool IsChanged { get; private set; }

    /// <summary>Whether there is nothing in it.</summary>
    public bool IsEmpty => _folders.Values.All(static files => files.Count == 0);

    /// <summary>Folders, each with its files. The folder's path is below the local root, with slashes; empty for the root.</summary>
    public IReadOnlyDictionary<string, Dictionary<string, MirrorRecordEntry>> Folders => _folders;

    /// <summary>Everything is on the disk.</summary>
    public void NoteSaved() => IsChanged = false;

    /// <summary>What is recorded of a file; null for nothing.</summary>
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

    /// <summary>Forgets a file.</summary>
    public void Remove(string folder, string name)
    {
        if (_folders.TryGetValue(folder, out var files) && files.Remove(name)) IsChanged = true;
    }

    /// <summary>Forgets what is no longer in a local folder: a record is only ever of use beside its file.</summary>
    public void Keep(string folder, Dictionary<string, LocalEntry> local)
    {
        _looked.Add(folder);
        if (!_folders.TryGetValue(folder, out var files)) return;
        foreach (var name in files.Keys)
        {
            if (!local.ContainsKey(name) && files.Remove(name)) IsChanged = true;
        }
    }

    /// <summary>Forgets folders that nobody looked into and that are not there any more.</summary>
    public void KeepFolders(Func<string, bool> isThere)
    {
        foreach (var folder in _folders.Keys)
        {
            if (!_looked.Contains(folder) && !isThere(folder) && _folders.Remove(folder)) IsChanged = true;
        }
    }
}
