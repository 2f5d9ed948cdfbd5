namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The server's files, with all that each has ever been. The jobs deliver <c>/a/b</c> to <c>a/b</c> below the target.</summary>
/// <param name="target">The folder that the jobs deliver to.</param>
internal sealed class SourceStore(LoopbackTree files, string target)
{
    private static readonly DateTime First = new(2026, 1, 2, 0, 0, 0, DateTimeKind.Utc);

    private readonly object _gate = new();
    private readonly Dictionary<string, List<SourceState>> _states = new(StringComparer.Ordinal);
    private readonly HashSet<string> _listed = new(StringComparer.Ordinal);
    private LoopbackTree _files = files;
    private int _seconds;

    /// <summary>Files that are on the server and complete, by path, each as it is now.</summary>
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

    /// <summary>Another server has the files from now on, those that are complete.</summary>
    public void MoveTo(LoopbackTree tree)
    {
        lock (_gate)
        {
            _files = tree;
            foreach (var (path, state) in Listed) tree.Add(path, state.Content, new DateTimeOffset(state.Modified));
        }
    }

    /// <summary>A file, or its next state, which appears whole.</summary>
    public void Put(string path, FileContent content) => Change(path, content, isComplete: true, (at, time) => _files.Add(at, content, time));

    /// <summary>A file that grows under its name, in the same inode: not complete before <paramref name="isComplete"/>.</summary>
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
    /// The states that a delivered file of this size and time may be, the likeliest first; none where the server never had such a one. A short file comes with one RETR under the time that the
    /// listing told, so one that was replaced by another of the same length in between comes whole, as its successor, and again under its own time after the next look.
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
            // Known before anybody can see it.
            states.Add(new SourceState(content, time));
            put(path, new DateTimeOffset(time));
            if (isComplete) _listed.Add(path);
            else _listed.Remove(path);
        }
    }
}

/// <summary>What a file of the server was from one change to the next. No two states of a path have the same time.</summary>
/// <param name="Modified">Its time, as MDTM tells it: whole seconds.</param>
internal sealed record SourceState(FileContent Content, DateTime Modified);
