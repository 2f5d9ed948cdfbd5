using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Journals;

/// <summary>
/// Owns the durability of one file. A checkpoint records what is written, flushes, marks that durable and journals it: never a later byte.
/// It runs on a background loop, and at once on request. Two never overlap. The first failure ends it for good: after a failed flush Linux
/// reports the next as successful though the bytes are lost, so the file returns to its last journal. Create it before the first write; for
/// a restore or a discard see <see cref="CheckpointNowAsync"/> and <see cref="DiscardAsync"/>.
/// </summary>
internal sealed class Checkpointer : IAsyncDisposable
{
    private readonly FileMap _map;
    private readonly IFileSink _sink;
    private readonly string _journalPath;
    private readonly RemoteIdentity _identity;
    private readonly TimeProvider _time;
    private readonly CheckpointLimits _limits;

    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly SemaphoreSlim _wake = new(0);
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ITimer _timer;
    private readonly Task _loop;
    private int _woken;
    private long _lastStart;
    private volatile bool _disposed;
    private volatile StorageException? _failure;
    private volatile RestAnswer _rest;

    // Guarded by the gate: the content of the journal on disk.
    private long _journalVersion;
    private RestAnswer _journalRest;
    private IReadOnlyList<string> _journalSources = [];

    /// <summary>Starts the loop.</summary>
    /// <param name="map">The file's map. When it was restored, the first checkpoint writes the journal.</param>
    /// <param name="sink">The file that receives the bytes.</param>
    /// <param name="journalPath">The path of the journal.</param>
    /// <param name="identity">The remote file, for the journal.</param>
    /// <param name="time">The clock.</param>
    /// <param name="limits">When to start a checkpoint.</param>
    public Checkpointer(
        FileMap map, IFileSink sink, string journalPath, RemoteIdentity identity, TimeProvider time, CheckpointLimits limits)
    {
        ArgumentNullException.ThrowIfNull(time);
        ArgumentNullException.ThrowIfNull(limits);
        (_map, _sink, _journalPath, _identity, _time, _limits) = (map, sink, journalPath, identity, time, limits);
        _lastStart = time.GetTimestamp();
        _timer = time.CreateTimer(static self => ((Checkpointer)self!).Wake(), this, limits.Interval, Timeout.InfiniteTimeSpan);
        _loop = LoopAsync();
    }

    private enum RestAnswer
    {
        Unknown,
        Honoured,
        Ignored,
    }

    /// <summary>Completes when this is disposed, and fails with the <see cref="StorageException"/> that ended it before.</summary>
    public Task Completion => _completion.Task;

    /// <summary>Whether the server honours REST, for the journal; null at first.</summary>
    public bool? RestHonoured
    {
        get => _rest is RestAnswer.Unknown ? null : _rest is RestAnswer.Honoured;
        set => _rest = value is null ? RestAnswer.Unknown : value.Value ? RestAnswer.Honoured : RestAnswer.Ignored;
    }

    /// <summary>
    /// Called before each journal is written; throws where the journal would be placed beside another file. Default: does nothing.
    /// </summary>
    public Action BeforeJournal { get; init; } = static () => { };

    /// <summary>
    /// Called for each journal, after the bytes that it will list are known: <see cref="JournalState.UnprovenSources"/>. A source must be
    /// in the list before its first byte is written. Returns the same list as long as nothing has changed. Default: none.
    /// </summary>
    public Func<IReadOnlyList<string>> UnprovenSources { get; init; } = static () => [];

    /// <summary>
    /// The gate of every writer, to be passed before each write: open, at the cost of a lock, while fewer bytes than the limit are
    /// unflushed; otherwise the first writer makes a checkpoint and all wait for it. A disk slower than the network thus slows the sockets.
    /// </summary>
    /// <exception cref="StorageException">A checkpoint has failed: nothing more may be written.</exception>
    public ValueTask WaitForRoomAsync(CancellationToken cancellationToken)
    {
        if (_failure is not null || _disposed)
            return ValueTask.FromException(Refusal());
        return _map.UnflushedBytes < _limits.UnflushedBytes
            ? ValueTask.CompletedTask
            : new ValueTask(RunAsync(() => _map.UnflushedBytes >= _limits.UnflushedBytes, cancellationToken));
    }

    /// <summary>
    /// Makes durable and journals everything written before the call. For the end of a file, Ctrl-C, and a run that restored less than its
    /// journal listed, before its first write. Does nothing when nothing is new.
    /// </summary>
    /// <param name="cancellationToken">Ends the waiting; a flush that has begun continues.</param>
    /// <exception cref="StorageException">This or an earlier checkpoint failed.</exception>
    public Task CheckpointNowAsync(CancellationToken cancellationToken) => RunAsync(static () => true, cancellationToken);

    /// <summary>
    /// Removes wrong bytes from the map, and from the journal before this completes. Only then may the range be written again: a crash in
    /// the middle would otherwise leave a mixture of old and new bytes that the journal lists as stored.
    /// </summary>
    /// <exception cref="StorageException">The journal could not be written.</exception>
    public Task DiscardAsync(ByteRange range, CancellationToken cancellationToken) =>
        _map.Discard(range) ? CheckpointNowAsync(cancellationToken) : Task.CompletedTask;

    /// <summary>
    /// Stops the loop and waits for a checkpoint in progress. Makes no final one: use <see cref="CheckpointNowAsync"/> for that.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;
        _disposed = true;
        Wake();
        await _loop.ConfigureAwait(false);
        await _gate.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        _gate.Release(); // Callers that still wait for the gate find this disposed.
        await _timer.DisposeAsync().ConfigureAwait(false);
        _completion.TrySetResult();
    }

    private void Wake()
    {
        if (Interlocked.Exchange(ref _woken, 1) == 0)
            _wake.Release();
    }

    private async Task LoopAsync()
    {
        while (true)
        {
            await _wake.WaitAsync(CancellationToken.None).ConfigureAwait(false);
            Volatile.Write(ref _woken, 0);
            if (_disposed || _failure is not null)
                return;
            try
            {
                await RunAsync(IsDue, CancellationToken.None).ConfigureAwait(false);
            }
            catch (Exception error) when (error is StorageException or ObjectDisposedException)
            {
                return; // Completion and every caller report it.
            }

            var left = _limits.Interval - _time.GetElapsedTime(Volatile.Read(ref _lastStart));
            if (left > TimeSpan.Zero)
                _timer.Change(left, Timeout.InfiniteTimeSpan);
            else
                Wake(); // The last one took longer than the interval.
        }
    }

    private bool IsDue() => _time.GetElapsedTime(Volatile.Read(ref _lastStart)) >= _limits.Interval;

    /// <summary>Waits for its turn, and makes a checkpoint if one is still needed then.</summary>
    private async Task RunAsync(Func<bool> isWanted, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);

        // The caller may stop waiting; the checkpoint continues and releases the turn itself.
        await RunInTurnAsync(isWanted).WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task RunInTurnAsync(Func<bool> isWanted)
    {
        try
        {
            if (_failure is not null || _disposed)
                throw Refusal();
            if (!isWanted())
                return;
            Volatile.Write(ref _lastStart, _time.GetTimestamp());
            await CheckpointAsync().ConfigureAwait(false);
        }
        catch (Exception error) when (error is not ObjectDisposedException && _failure is null)
        {
            Fail(error);
            throw Refusal();
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task CheckpointAsync()
    {
        if (_map.UnflushedBytes > 0)
        {
            var snapshot = _map.Snapshot();
            await _sink.FlushAsync(CancellationToken.None).ConfigureAwait(false);
            _map.MarkDurable(snapshot);
        }

        var (durable, rest) = (_map.Durable(), _rest);
        var sources = UnprovenSources();
        if (durable.Version == _journalVersion && rest == _journalRest && sources.SequenceEqual(_journalSources))
            return;
        var state = new JournalState(_identity, _map.Size, durable.Proven, durable.Unproven, RestHonoured,
            _time.GetUtcNow()) { UnprovenSources = sources, Sums = durable.Sums };
        BeforeJournal();
        await ResumeJournal.WriteAsync(_journalPath, state, _time, CancellationToken.None).ConfigureAwait(false);
        (_journalVersion, _journalRest, _journalSources) = (durable.Version, rest, sources);
    }

    private void Fail(Exception error)
    {
        var failure = error as StorageException
            ?? new StorageException(StorageFailure.Failed, $"The checkpoint of '{_journalPath}' failed: {error.Message}", error);
        _failure = failure;
        _completion.TrySetException(failure);
        _ = _completion.Task.Exception; // Observed here, because no caller is required to await Completion.
        Wake();
    }

    /// <summary>Creates an exception for each caller: one thrown in several places would mix their stack traces.</summary>
    private Exception Refusal() => _failure is { } failure
        ? new StorageException(failure.Reason, failure.Message, failure)
        : new ObjectDisposedException(nameof(Checkpointer));
}

/// <summary>The limits on what a crash may cost.</summary>
/// <param name="Interval">Longest time from the start of one checkpoint to the start of the next. Default 1 s.</param>
/// <param name="UnflushedBytes">
/// Bytes written and not durable at which a checkpoint starts early and writers wait for it. Default 256 MiB. To start at half of it,
/// so that flushing and writing overlap, was measured (ext4, buffered, 8 writers): no faster, and twice as many flushes.
/// </param>
internal sealed record CheckpointLimits(TimeSpan Interval, long UnflushedBytes)
{
    /// <summary>1 s and 256 MiB.</summary>
    public static CheckpointLimits Default { get; } = new(TimeSpan.FromSeconds(1), 256L << 20);
}
