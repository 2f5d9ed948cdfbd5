using Accelerator.Ftp;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>
/// The files in memory, of all logins of a gateway. The key of a file is its login at its server and its path, so that no client gets a
/// file of another login; there is one version of it, in TYPE I. The file that was not used for the longest time is evicted first, but not
/// while it is being sent. Thread-safe.
/// </summary>
/// <param name="capacity">The most bytes, those that are reserved for fetches included.</param>
internal sealed class FileCache(long capacity)
{
    // What a file costs beside its bytes: the keys, the list's node and the dictionary's entry.
    private const int Overhead = 512;

    private readonly object _lock = new();
    private readonly Dictionary<(object Login, FtpPath Path), LinkedListNode<Entry>> _files = [];
    private readonly LinkedList<Entry> _byUse = new();
    private long _used;

    /// <summary>Bytes in use, those that are reserved included.</summary>
    public long Used
    {
        get { lock (_lock) return _used; }
    }

    /// <summary>Reserves room for a file of this length; evicts others for it.</summary>
    /// <returns>False if there is none.</returns>
    public bool TryReserve(long length)
    {
        lock (_lock)
        {
            if (length + Overhead > capacity) return false;
            for (var node = _byUse.First; node is not null && _used + length + Overhead > capacity;)
            {
                var next = node.Next;
                if (node.Value.Readers == 0) Remove(node);
                node = next;
            }
            if (_used + length + Overhead > capacity) return false;
            _used += length + Overhead;
            return true;
        }
    }

    /// <summary>Gives up what <see cref="TryReserve"/> reserved.</summary>
    public void Release(long length)
    {
        lock (_lock) _used -= length + Overhead;
    }

    /// <summary>Adds a file, for which room was reserved; it replaces an earlier version.</summary>
    public void Add(object login, FtpPath path, CachedFile file)
    {
        lock (_lock)
        {
            if (_files.TryGetValue((login, path), out var old)) Remove(old);
            _files[(login, path)] = _byUse.AddLast(new Entry((login, path), file));
        }
    }

    /// <summary>Returns a file without using it; null if there is none.</summary>
    public CachedFile? Peek(object login, FtpPath path)
    {
        lock (_lock) return _files.TryGetValue((login, path), out var node) ? node.Value.File : null;
    }

    /// <summary>Returns a file, which stays in memory until the lease is disposed; null if there is none.</summary>
    public FileLease? Lease(object login, FtpPath path)
    {
        lock (_lock)
        {
            if (!_files.TryGetValue((login, path), out var node)) return null;
            _byUse.Remove(node);
            _byUse.AddLast(node);
            node.Value.Readers++;
            return new FileLease(node.Value.File, () => Return(node));
        }
    }

    /// <summary>Removes a file.</summary>
    public void Remove(object login, FtpPath path)
    {
        lock (_lock)
        {
            if (_files.TryGetValue((login, path), out var node)) Remove(node);
        }
    }

    /// <summary>Removes all files of a login.</summary>
    public void RemoveAll(object login)
    {
        lock (_lock)
        {
            foreach (var node in _files.Where(pair => pair.Key.Login == login).Select(pair => pair.Value).ToList()) Remove(node);
        }
    }

    // The bytes of a file that is being sent count until it has been sent.
    private void Remove(LinkedListNode<Entry> node)
    {
        if (node.List is null) return;
        _byUse.Remove(node);
        if (_files.GetValueOrDefault(node.Value.Key) == node) _files.Remove(node.Value.Key);
        if (node.Value.Readers == 0) _used -= node.Value.File.Bytes.Length + Overhead;
    }

    private void Return(LinkedListNode<Entry> node)
    {
        lock (_lock)
        {
            if (--node.Value.Readers == 0 && node.List is null) _used -= node.Value.File.Bytes.Length + Overhead;
        }
    }

    private sealed class Entry((object Login, FtpPath Path) key, CachedFile file)
    {
        public (object Login, FtpPath Path) Key => key;

        public CachedFile File => file;

        public int Readers { get; set; }
    }
}
