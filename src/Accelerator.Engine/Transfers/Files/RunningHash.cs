using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// Computes the hash of a file while it is fetched: follows the bytes that are written from 0 on without a gap, so that only the last ones
/// are left to read at the end. If bytes already hashed are discarded to be fetched again, it restarts.
/// </summary>
internal sealed class RunningHash : IAsyncDisposable
{
    // Less is not worth a wake-up, and at most this much is read between checks for a waiting caller.
    private const long Piece = 8 << 20;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    private readonly IFileSink _sink;
    private readonly PrefixWatch _watch;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _ended = new();
    private readonly Task _following;
    private ContentHash _hash;
    private long _taken;
    private bool _hasFailed;
    private int _isDisposed;

    /// <summary>Starts to follow a file.</summary>
    /// <param name="kind">The hash algorithm.</param>
    /// <param name="sink">The local file.</param>
    /// <param name="map">The map of its written bytes.</param>
    /// <param name="time">Clock.</param>
    public RunningHash(HashKind kind, IFileSink sink, FileMap map, TimeProvider time)
    {
        (Kind, _sink, _watch, _time, _hash) = (kind, sink, map.Watch(), time, new ContentHash(kind));
        _following = FollowAsync();
    }

    /// <summary>The hash algorithm.</summary>
    public HashKind Kind { get; }

    /// <summary>Bytes from 0 on that have been hashed.</summary>
    public long Taken => Interlocked.Read(ref _taken);

    /// <summary>How often it has begun again at byte 0, because bytes that it had taken were discarded.</summary>
    public int Restarts { get; private set; }

    /// <summary>Bytes that were left to read when the file was complete, or had to be read again.</summary>
    public long ReadAtTheEnd { get; private set; }

    /// <summary>
    /// Returns the digest of the complete file, once all of it is written. May be called again after parts of it were fetched again.
    /// </summary>
    /// <param name="length">Bytes of the file.</param>
    /// <param name="cancellationToken">Checked between blocks.</param>
    /// <returns>Lower-case hex.</returns>
    /// <exception cref="StorageException">The disk failed, or the file ends before <paramref name="length"/>.</exception>
    public async Task<string> FinishAsync(long length, CancellationToken cancellationToken)
    {
        await _ended.CancelAsync().ConfigureAwait(false);
        await _following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        ReadAtTheEnd = 0;
        for (var isSame = false; !isSame;)
        {
            ReadablePrefix();
            var from = _taken;
            await TakeAsync(length, cancellationToken).ConfigureAwait(false);
            ReadAtTheEnd += length - from;
            _watch.Read(out var discardedFrom);
            isSame = discardedFrom == long.MaxValue;
            _hasFailed |= !isSame;
        }
        return _hash.Value;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 1) return;
        await _ended.CancelAsync().ConfigureAwait(false);
        await _following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _ended.Dispose();
        _hash.Dispose();
    }

    private async Task FollowAsync()
    {
        while (true)
        {
            await Task.Delay(Interval, _time, _ended.Token).ConfigureAwait(false);
            for (var prefix = ReadablePrefix(); prefix - _taken >= Piece && !_ended.IsCancellationRequested; prefix = ReadablePrefix())
                await TakeAsync(_taken + Piece, CancellationToken.None).ConfigureAwait(false);
        }
    }

    // Returns the end of the bytes that may be read: bytes read before are either unchanged, or everything is read again.
    private long ReadablePrefix()
    {
        var prefix = _watch.Read(out var discardedFrom);
        if (discardedFrom < long.MaxValue || _hasFailed)
        {
            _hash.Dispose();
            (_hash, _hasFailed) = (new ContentHash(Kind), false);
            Restarts++;
            Interlocked.Exchange(ref _taken, 0);
        }
        return prefix;
    }

    // If it is interrupted, the number of bytes the hash has taken is unknown.
    private async Task TakeAsync(long end, CancellationToken cancellationToken)
    {
        _hasFailed = true;
        await ContentHasher.AppendAsync(_hash, _sink, _taken, end, progress: null, cancellationToken).ConfigureAwait(false);
        Interlocked.Exchange(ref _taken, end);
        _hasFailed = false;
    }
}
