namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The server's files, with all states that each has had. The jobs deliver <c>/a/b</c> to <c>a/b</c> below the target.</summary>
/// <param name="target">The folder that the jobs deliver to.</param>
internal sealed class SourceStore(LoopbackTree files, string target)
{
    private static readonly DateTime First = new(2026, 1, 2, 0, 0, 0, DateTimeKind.Utc);

    private readonly object _gate = new();
    private readonly Dictionary<string, List<SourceState>> _states = new(StringComparer.Ordinal);
    private readonly HashSet<string> _listed = new(StringComparer.Ordinal);
    private LoopbackTree _files = files;
    private int _seconds;

    /// <summary>The complete files on the server, by path, each in its current state.</summary>
    public IReadOnlyDictionary<string, SourceState> Listed
    {
        get { lock (_gate) return _listed.ToDictionary(path => path, path => _states[path][^1], StringComparer.Ordinal); }
    }

    public int Count
    {
        get { lock (_gate) return _states.Count; }
    }

    public int States
    {
        get { lock (_gate) return _states.Values.Sum(states => states.Count); }
    }

    /// <summary>Moves the complete files to another server.</summary>
    public void MoveTo(LoopbackTree tree)
    {
        lock (_gate)
        {
            _files = tree;
            foreach (var (path, state) in Listed) tree.Add(path, state.Content, new DateTimeOffset(state.Modified));
        }
    }

    /// <summary>Puts a file, or its next state, which appears complete.</summary>
    public void Put(string path, FileContent content) => Change(path, content, isComplete: true, (at, time) => _files.Add(at, content, time));

    /// <summary>
    /// Writes a file that grows under its name, in the same inode; it is complete only with <paramref name="isComplete"/>.
    /// </summary>
    public void Grow(string path, FileContent content, bool isComplete) => Change(path, content, isComplete, (at, time) =>
    {
        if (_files.Find(at) is null) _files.Add(at, content, time);
        else _files.ReplaceInPlace(at, content, time);
    });

    public void Remove(string path)
    {
        lock (_gate)
        {
            _listed.Remove(path);
            _files.Remove(path);
        }
    }

    public string LocalOf(string path) => Path.Combine(target, path[1..]);

    /// <summary>
    /// Gets the states that a delivered file of this size and time may have, the likeliest first; none where the server never had such a
    /// state. A short file is fetched with one RETR under the time of its listing. A file that was replaced by another of the same length
    /// in between therefore arrives complete, as its successor, and again under its own time after the next poll.
    /// </summary>
    public IReadOnlyList<SourceState> Find(string local, long size, DateTime modified)
    {
        var path = "/" + Path.GetRelativePath(target, local);
        lock (_gate)
        {
            var states = _states.GetValueOrDefault(path, []);
            return states.Exists(state => state.Modified == modified) ? [.. states.Where(state => state.Modified >= modified && state.Content.Length == size)] : [];
        }
    }

    /// <summary>A time as the ledger writes it.</summary>
    public static string Text(DateTime modified) => modified.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture);

    private void Change(string path, FileContent content, bool isComplete, Action<string, DateTimeOffset> put)
    {
        lock (_gate)
        {
            var time = First.AddSeconds(++_seconds);
            if (!_states.TryGetValue(path, out var states)) _states.Add(path, states = []);
            // Record the state before a client can see it.
            states.Add(new SourceState(content, time));
            put(path, new DateTimeOffset(time));
            if (isComplete) _listed.Add(path);
            else _listed.Remove(path);
        }
    }
}

/// <summary>The state of a file of the server between two changes. No two states of a path have the same time.</summary>
/// <param name="Modified">The time as MDTM reports it, in whole seconds.</param>
internal sealed record SourceState(FileContent Content, DateTime Modified);
