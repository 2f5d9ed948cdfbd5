namespace Accelerator.Engine.Transfers;

/// <summary>
/// All files of one run: which wait, which are open, how the others ended, and sums over all of them. A file costs something only while it
/// is open: a hundred thousand may wait. Files may be added while it runs.
/// </summary>
internal sealed class RunFiles
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly object _lock = new();
    private readonly List<TransferItem> _items = [];
    private readonly VerifyMode _verify;
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly int? _most;
    private readonly List<FileResult?> _results = [];
    private readonly List<bool> _isTaken = [];
    private readonly List<FileTransfer> _open = [];
    private readonly Waiting _large;
    private readonly Waiting _others;
    private FileSums _waiting;
    private FileSums _ended;
    private int _left;
    private int _unbegunEnds;
    private bool _isOpen = true;
    private bool _isBegun;

    /// <param name="request">What is wanted.</param>
    /// <param name="time">Clock.</param>
    /// <param name="isOpen">Whether more files may be added, until <see cref="Close"/>.</param>
    public RunFiles(TransferRequest request, TimeProvider time, bool isOpen = false)
    {
        (_verify, _most) = (request.Verify.Mode, request.ParallelFiles);
        (_time, _started) = (time, time.GetTimestamp());
        _large = new Waiting(this);
        _others = new Waiting(this);
        // The run itself is one more that has to end, for as long as it may get files.
        _left = 1;
        _items.EnsureCapacity(request.Items.Count);
        _results.EnsureCapacity(request.Items.Count);
        _isTaken.EnsureCapacity(request.Items.Count);
        foreach (var item in request.Items) Add(item);
        if (!isOpen) Close();
    }

    /// <summary>Whether a listing says that a file is worth several streams.</summary>
    public static bool IsLarge(TransferItem item) => item.Listed is { Size: >= FileTransfer.LeastJournalled };

    /// <summary>Told of every file that has ended after it was begun, before the run can be over.</summary>
    public Action<FileTransfer> Ended { get; init; } = static _ => { };

    /// <summary>Files of the run.</summary>
    public int Count
    {
        get { lock (_lock) return _items.Count; }
    }

    /// <summary>Files that have ended.</summary>
    public int Done
    {
        get { lock (_lock) return _ended.Count + _unbegunEnds; }
    }

    /// <summary>Whether more files may come.</summary>
    public bool IsOpen
    {
        get { lock (_lock) return _isOpen; }
    }

    /// <summary>Whether every file has ended.</summary>
    public bool IsDone => Volatile.Read(ref _left) == 0;

    /// <summary>Completes when every file has ended.</summary>
    public Task AllDone => _done.Task;

    /// <summary>Sums over the files that nobody has begun.</summary>
    public FileSums Unbegun
    {
        get { lock (_lock) return _waiting; }
    }

    /// <summary>Whether there are files that nobody has begun.</summary>
    public bool HasUnbegun => Unbegun.Count > 0;

    /// <summary>Adds a file to the run.</summary>
    /// <returns>False when it is closed.</returns>
    public bool Add(TransferItem item)
    {
        lock (_lock)
        {
            if (!_isOpen) return false;
            (IsLarge(item) ? _large : _others).Add(_items.Count);
            _items.Add(item);
            _results.Add(null);
            _isTaken.Add(false);
            _waiting = _waiting.With(item);
            _left++;
            return true;
        }
    }

    /// <summary>No more files will come.</summary>
    public void Close()
    {
        lock (_lock)
        {
            if (!_isOpen) return;
            _isOpen = false;
        }
        NoteEnd(1);
    }

    /// <summary>The files that are begun and have not ended, in the order in which they were begun.</summary>
    public FileTransfer[] Open()
    {
        lock (_lock) return [.. _open];
    }

    /// <summary>The files of which ranges are fetched.</summary>
    public IEnumerable<OpenFile> Fetching() => Fetching(Open());

    /// <summary>Those of some files of which ranges are fetched.</summary>
    public static IEnumerable<OpenFile> Fetching(IEnumerable<FileTransfer> files)
    {
        foreach (var file in files)
        {
            if (file is { Stage: FileStage.Fetching, Open: { } open }) yield return open;
        }
    }

    /// <summary>The files that are open, and sums over those that have ended, of the same moment.</summary>
    public (FileTransfer[] Open, FileSums Ended, FileSums Unbegun) Look()
    {
        lock (_lock) return ([.. _open], _ended, _waiting);
    }

    /// <summary>A name to show: the first file that has not ended.</summary>
    public string CurrentName
    {
        get
        {
            lock (_lock)
            {
                if (_open.Count > 0) return _open[0].Name;
                return _items.Count == 0 ? ""
                    : Path.GetFileName(_items[Math.Min(Math.Min(_others.First, _large.First), _items.Count - 1)].TargetPath);
            }
        }
    }

    /// <summary>The file that is next for a lane.</summary>
    /// <param name="route">Which must lead to its first source.</param>
    /// <param name="isLarge">Whether among the large ones, or among the others.</param>
    /// <returns>Its number; null when there is none.</returns>
    public int? Next(Route route, bool isLarge)
    {
        lock (_lock) return (isLarge ? _large : _others).Next(route);
    }

    /// <summary>Whether as many files are under way as may be at once; those whose bytes are all there do not count.</summary>
    public bool IsFull
    {
        get { lock (_lock) return _most is { } most && _open.Count(file => file.Stage < FileStage.Finishing) >= most; }
    }

    /// <summary>Begins a file; null when somebody else has, or when there are too many.</summary>
    public FileTransfer? Begin(int index)
    {
        lock (_lock)
        {
            if (IsFull || !Take(index)) return null;
            // The way in belongs to the first file.
            var file = new FileTransfer(index, _items[index], _verify, _time, _isBegun ? _time.GetTimestamp() : _started);
            _isBegun = true;
            _open.Add(file);
            return file;
        }
    }

    /// <summary>A file that was begun has ended. To be called once for each.</summary>
    public void NoteEnd(FileTransfer file)
    {
        Ended(file);
        lock (_lock)
        {
            _open.Remove(file);
            _results[file.Index] = file.Result;
            _ended = _ended.With(file);
        }
        NoteEnd(1);
    }

    /// <summary>A file has ended without a result, and another one has its place in the request.</summary>
    public void Replace(FileTransfer file, FileTransfer successor)
    {
        Ended(file);
        lock (_lock) _open[_open.IndexOf(file)] = successor;
    }

    /// <summary>Ends files that nobody has begun.</summary>
    /// <param name="result">How; null for those that stay.</param>
    /// <returns>Those that have ended.</returns>
    public IReadOnlyList<FileResult> EndUnbegun(Func<TransferItem, FileResult?> result)
    {
        var ended = new List<FileResult>();
        lock (_lock)
        {
            for (var i = 0; i < _items.Count; i++)
            {
                if (_isTaken[i] || result(_items[i]) is not { } end) continue;
                Take(i);
                ended.Add(end);
                _results[i] = end;
            }
            _unbegunEnds += ended.Count;
        }
        NoteEnd(ended.Count);
        return ended;
    }

    /// <summary>How every file ended, in the order of the request.</summary>
    public IReadOnlyList<FileResult> Results()
    {
        lock (_lock) return [.. _results.Select(result => result!)];
    }

    private void NoteEnd(int count)
    {
        if (count > 0 && Interlocked.Add(ref _left, -count) == 0) _done.TrySetResult();
    }

    private bool Take(int index)
    {
        if (_isTaken[index]) return false;
        _isTaken[index] = true;
        _waiting = _waiting.Without(_items[index]);
        return true;
    }

    // The numbers of one sort in the order of the request. Those that are taken are passed over once and for all.
    private sealed class Waiting(RunFiles files)
    {
        private readonly List<int> _indices = [];
        private int _first;

        public int First
        {
            get
            {
                while (_first < _indices.Count && files._isTaken[_indices[_first]]) _first++;
                return _first < _indices.Count ? _indices[_first] : files._items.Count;
            }
        }

        public void Add(int index) => _indices.Add(index);

        public int? Next(Route route)
        {
            if (First == files._items.Count) return null;
            for (var i = _first; i < _indices.Count; i++)
            {
                if (!files._isTaken[_indices[i]] && route.Serves(files._items[_indices[i]].Sources[0])) return _indices[i];
            }
            return null;
        }
    }
}
