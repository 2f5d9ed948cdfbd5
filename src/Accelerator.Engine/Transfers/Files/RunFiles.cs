using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// All files of one run: the waiting files, the open ones, the results of the others, and sums over all of them. A file uses resources only
/// while it is open: a hundred thousand may wait. Files may be added during the run.
/// </summary>
internal sealed class RunFiles
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly object _lock = new();
    private readonly List<TransferItem> _items = [];
    private readonly VerifyMode _verify;
    private readonly RetryLimits _retries;
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly int? _most;
    private readonly List<FileResult?> _results = [];
    private readonly List<bool> _isTaken = [];
    private readonly List<FileTransfer> _open = [];
    private readonly List<FileTransfer> _working = [];
    private readonly Waiting _large;
    private readonly Waiting _others;
    private FileSums _waiting;
    private FileSums _ended;
    private int _left;
    private int _endedCount;
    private bool _isOpen = true;
    private bool _isBegun;
    private FileTransfer[]? _workingNow;

    /// <param name="request">The request.</param>
    /// <param name="time">Clock.</param>
    /// <param name="isOpen">Whether more files may be added, until <see cref="Close"/>.</param>
    public RunFiles(TransferRequest request, TimeProvider time, bool isOpen = false)
    {
        (_verify, _retries, _most) = (request.Verify.Mode, request.Retries, request.ParallelFiles);
        (_time, _started) = (time, time.GetTimestamp());
        _large = new Waiting(this);
        _others = new Waiting(this);
        Refusals = new RefusalWatch(this);
        // The run itself counts as one more until no more files can be added.
        _left = 1;
        _items.EnsureCapacity(request.Items.Count);
        _results.EnsureCapacity(request.Items.Count);
        _isTaken.EnsureCapacity(request.Items.Count);
        foreach (var item in request.Items) Add(item);
        if (!isOpen) Close();
    }

    /// <summary>Returns whether, according to a listing, a file is worth several streams.</summary>
    public static bool IsLarge(TransferItem item) => item.Listed is { Size: >= TransferItem.LeastJournalled };

    /// <summary>Called for every started file that has ended, before the run can be over.</summary>
    public Action<FileTransfer> Ended { get; init; } = static _ => { };

    /// <summary>The files that the server refuses for now.</summary>
    public RefusalWatch Refusals { get; }

    /// <summary>Files of the run.</summary>
    public int Count
    {
        get { lock (_lock) return _items.Count; }
    }

    /// <summary>Files that have ended, without those that were stopped.</summary>
    public int Done
    {
        get { lock (_lock) return _endedCount; }
    }

    /// <summary>Files that have ended, or of which bytes have arrived.</summary>
    public int Answered
    {
        get { lock (_lock) return _endedCount + _open.Count(static file => file.BytesFetched > 0); }
    }

    /// <summary>Whether every file has ended.</summary>
    public bool IsDone => Volatile.Read(ref _left) == 0;

    /// <summary>Completes when every file has ended.</summary>
    public Task AllDone => _done.Task;

    /// <summary>Sums over the files that have not been started.</summary>
    public FileSums Unbegun
    {
        get { lock (_lock) return _waiting; }
    }

    /// <summary>Whether any files have not been started.</summary>
    public bool HasUnbegun => Unbegun.Count > 0;

    /// <summary>Adds a file to the run.</summary>
    /// <returns>False when the run is closed to new files.</returns>
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

    /// <summary>Marks the list of files as complete.</summary>
    public void Close()
    {
        lock (_lock)
        {
            if (!_isOpen) return;
            _isOpen = false;
        }
        NoteEnd(1);
    }

    /// <summary>Returns the files that have been started and have not ended, in starting order.</summary>
    public FileTransfer[] Open()
    {
        lock (_lock) return [.. _open];
    }

    /// <summary>Returns the open files that streams may still work on, in starting order: those that are only published are not.</summary>
    public FileTransfer[] Working()
    {
        lock (_lock) return _workingNow ??= [.. _working];
    }

    /// <summary>Returns the files whose ranges are being fetched.</summary>
    public IEnumerable<OpenFile> Fetching() => Fetching(Working());

    /// <summary>Returns those of the given files whose ranges are being fetched.</summary>
    public static IEnumerable<OpenFile> Fetching(IEnumerable<FileTransfer> files)
    {
        foreach (var file in files)
        {
            if (file is { Stage: FileStage.Fetching, Open: { } open }) yield return open;
        }
    }

    /// <summary>Returns the open files, and sums over the ended and waiting ones, as one consistent snapshot.</summary>
    public (FileTransfer[] Open, FileSums Ended, FileSums Unbegun) Snapshot()
    {
        lock (_lock) return ([.. _open], _ended, _waiting);
    }

    /// <summary>Returns the number of large files that are not complete, the waiting ones included.</summary>
    public int CountLarge()
    {
        lock (_lock)
        {
            var large = _waiting.Count - _waiting.Small - _waiting.Unsized;
            foreach (var file in _working)
            {
                if (IsLarge(file.Item) && file.Stage < FileStage.Finishing) large++;
            }
            return large;
        }
    }

    /// <summary>The name to show: the first file that has not ended.</summary>
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

    /// <summary>Returns the next file for a route.</summary>
    /// <param name="route">The route, which must lead to the file's first source.</param>
    /// <param name="isLarge">Whether to search the large files, or the others.</param>
    /// <returns>Its index; null when there is none.</returns>
    public int? Next(Route route, bool isLarge)
    {
        lock (_lock) return (isLarge ? _large : _others).Next(route);
    }

    /// <summary>Whether the maximum number of files is in progress; files whose bytes are all there do not count.</summary>
    public bool IsFull
    {
        get { lock (_lock) return _most is { } most && _working.Count(file => file.Stage < FileStage.Finishing) >= most; }
    }

    /// <summary>Starts a file; null when it was already started, or when there are too many.</summary>
    public FileTransfer? Begin(int index)
    {
        lock (_lock)
        {
            if (IsFull || !Take(index)) return null;
            var item = _items[index];
            var file = new FileTransfer(index, item, item.Verify?.Mode ?? _verify, _time, retries: _retries);
            // Connection set-up is attributed to the first file.
            if (!_isBegun) file.Receipts.CountFrom(_started);
            _isBegun = true;
            _open.Add(file);
            _working.Add(file);
            _workingNow = null;
            return file;
        }
    }

    /// <summary>Records that no stream has anything left to do for a file: it is only to be published.</summary>
    public void NoteWorkEnd(FileTransfer file)
    {
        lock (_lock) RemoveWorking(file);
    }

    /// <summary>Records the end of a started file. Must be called once for each.</summary>
    public void NoteEnd(FileTransfer file)
    {
        Ended(file);
        lock (_lock)
        {
            _open.Remove(file);
            RemoveWorking(file);
            _results[file.Index] = file.Result;
            _ended = _ended.With(file);
            if (file.Result is not { Failure: FailureKind.Cancelled }) _endedCount++;
        }
        NoteEnd(1);
    }

    /// <summary>Replaces a file that ended without a result by its successor at the same index.</summary>
    public void Replace(FileTransfer file, FileTransfer successor)
    {
        Ended(file);
        lock (_lock)
        {
            _open[_open.IndexOf(file)] = successor;
            RemoveWorking(file);
            _working.Add(successor);
        }
    }

    /// <summary>Ends files that have not been started.</summary>
    /// <param name="result">Returns the result; null for files that stay.</param>
    /// <returns>The results of the ended files.</returns>
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
                if (end.Failure != FailureKind.Cancelled) _endedCount++;
            }
        }
        NoteEnd(ended.Count);
        return ended;
    }

    /// <summary>Returns the result of every file, in the order of the request.</summary>
    public IReadOnlyList<FileResult> Results()
    {
        lock (_lock) return [.. _results.Select(result => result!)];
    }

    private void NoteEnd(int count)
    {
        if (count > 0 && Interlocked.Add(ref _left, -count) == 0) _done.TrySetResult();
    }

    private void RemoveWorking(FileTransfer file)
    {
        _working.Remove(file);
        _workingNow = null;
    }

    private bool Take(int index)
    {
        if (_isTaken[index]) return false;
        _isTaken[index] = true;
        _waiting = _waiting.Without(_items[index]);
        return true;
    }

    // The indices of the large or the other files, in the order of the request. Indices that have been taken are skipped permanently.
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

/// <summary>Sums over a set of files of a run.</summary>
/// <param name="Count">The number of files.</param>
/// <param name="Small">The number of files that a listing reports as short.</param>
/// <param name="ReportedBytes">Sum of the listed sizes. Exact for 8 × 10^9 files of 2^63 bytes, which a server may list: a saturating sum
/// could not be decremented again. Not an Int128, because methods that use one are never compiled ahead of time.</param>
/// <param name="Unsized">Files whose size has not been reported.</param>
/// <param name="Fetched">Bytes received over the network for them.</param>
/// <param name="BytesDone">Bytes in place.</param>
internal readonly record struct FileSums(int Count, int Small, decimal ReportedBytes, int Unsized, long Fetched, long BytesDone)
{
    /// <summary>The number of files that ended without a failure.</summary>
    public int Arrived { get; private init; }

    /// <summary>The reported bytes, capped at <see cref="long.MaxValue"/>.</summary>
    public long Bytes => (long)decimal.Min(ReportedBytes, long.MaxValue);

    /// <summary>Returns the sums with a waiting file added.</summary>
    public FileSums With(TransferItem item) => Add(item, 1);

    /// <summary>Returns the sums with a waiting file removed.</summary>
    public FileSums Without(TransferItem item) => Add(item, -1);

    /// <summary>Returns the sums with an ended file added.</summary>
    public FileSums With(FileTransfer file) => this with
    {
        Count = Count + 1,
        ReportedBytes = ReportedBytes + (file.Open?.BytesShown ?? 0),
        Unsized = Unsized + (file.Open?.BytesShown is null ? 1 : 0),
        Fetched = Fetched + file.BytesFetched,
        BytesDone = BytesDone + InPlace(file),
        Arrived = Arrived + (file.Result is { Failure: null } ? 1 : 0),
    };

    /// <summary>Returns the bytes of an ended file that are in place or, if it was stopped, kept for the next run.</summary>
    public static long InPlace(FileTransfer file) => file.Result switch
    {
        { Failure: FailureKind.Cancelled, BytesKept: var kept } => kept,
        { Failure: not null } => 0,
        _ => file.Open?.BytesShown ?? file.Open?.ResultLength ?? 0,
    };

    private FileSums Add(TransferItem item, int sign) => this with
    {
        Count = Count + sign,
        Small = Small + (item.Listed is { Size: < TransferItem.LeastJournalled } ? sign : 0),
        ReportedBytes = ReportedBytes + (sign * (decimal)(item.Listed?.Size ?? 0)),
        Unsized = Unsized + (item.Listed is null ? sign : 0),
    };
}
