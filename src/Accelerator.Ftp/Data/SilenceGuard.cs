namespace Accelerator.Ftp.Data;

/// <summary>
/// Ends a transfer that is silent for too long. One timer per transfer checks a timestamp, so that a read costs one store and no timer is
/// touched per packet. Only time spent waiting for the server counts, not the reader's own pauses (a full disk queue, a rate limit).
/// </summary>
internal sealed class SilenceGuard : IDisposable
{
    /// <summary>
    /// Bytes that end a silence. Fewer within a limit count as none: a server that dribbles a byte now and then would hold a transfer for
    /// years. At the default limit this is 51 bytes a second; no line in real use is that slow.
    /// </summary>
    public const int LeastBytes = 512;

    private readonly TimeProvider _time;
    private readonly Action<TimeSpan, bool> _expired;
    private readonly Action? _quiet;
    private readonly ITimer _timer;
    private readonly TimeSpan _firstByte;
    private readonly TimeSpan _stall;
    private long _waitingSince;
    private long _waited;
    private int _dribbled;
    private volatile bool _hasData;

    /// <summary>After this time without a first byte the server may have ended the transfer by a reply.</summary>
    public static readonly TimeSpan QuietStart = TimeSpan.FromSeconds(2);

    /// <param name="timeouts">The limits.</param>
    /// <param name="time">Clock.</param>
    /// <param name="expired">Called when one has passed, with it and whether data had come.</param>
    /// <param name="quiet">Called after <see cref="QuietStart"/> without a first byte, perhaps more than once; null for nothing.</param>
    public SilenceGuard(FtpTimeouts timeouts, TimeProvider time, Action<TimeSpan, bool> expired, Action? quiet = null)
    {
        _quiet = quiet;
        _time = time;
        _expired = expired;
        _firstByte = timeouts.FirstByte;
        _stall = timeouts.Stall;
        _waitingSince = time.GetTimestamp();
        var period = TimeSpan.FromMilliseconds(Math.Clamp(_stall.TotalMilliseconds / 8, 20, 1000));
        _timer = time.CreateTimer(_ => Check(), null, period, period);
    }

    public void Waiting() => Volatile.Write(ref _waitingSince, _time.GetTimestamp() - _waited);

    /// <summary>Records that this many bytes were received.</summary>
    public void Received(int count)
    {
        var since = _waitingSince;
        Volatile.Write(ref _waitingSince, 0);
        if (!_hasData || count >= LeastBytes || (_dribbled += count) >= LeastBytes) (_dribbled, _waited) = (0, 0);
        else if (since != 0) _waited = _time.GetTimestamp() - since;
        _hasData = true;
    }

    private void Check()
    {
        var since = Volatile.Read(ref _waitingSince);
        var limit = _hasData ? _stall : _firstByte;
        if (since == 0) return;
        var silent = _time.GetElapsedTime(since);
        if (silent > limit) _expired(limit, _hasData);
        else if (!_hasData && silent >= QuietStart) _quiet?.Invoke();
    }

    public void Dispose() => _timer.Dispose();
}
