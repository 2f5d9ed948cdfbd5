using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>Counts the connections, logins or transfers that the server's limit applies to, at the point where it refuses.</summary>
internal sealed class SessionLimit(LoopbackOptions options)
{
    private readonly object _gate = new();
    private readonly long _started = options.TimeProvider.GetTimestamp();
    private int? _maximum = options.MaxConnections;
    private int _inside;
    private int _refusals;

    public int? Maximum
    {
        get { lock (_gate) return _maximum; }
        set { lock (_gate) _maximum = value; }
    }

    /// <summary>
    /// Returns a place to be disposed of on leaving, or null if the server is full. Always a place at points that are not limited.
    /// </summary>
    public IDisposable? TryEnter(LimitStage stage)
    {
        if (stage != StageOf(options.LimitPoint)) return new Place(null);
        lock (_gate)
        {
            if (_inside < (_maximum ?? int.MaxValue) || Lifted)
            {
                _inside++;
                return new Place(this);
            }
            _refusals++;
            return null;
        }
    }

    /// <summary>The reply to a session over the limit; empty = close without a reply.</summary>
    public string Reply => options.LimitReply ?? options.LimitPoint switch
    {
        LimitPoint.Greeting421 => "421 There are too many connections from your internet address.",
        LimitPoint.Pass530 => $"530 Sorry, the maximum number of clients ({Maximum}) for this user are already connected.",
        LimitPoint.Pass421 => $"421 Not more than {Maximum} connections as the same user.",
        LimitPoint.Retr451 => "451 Too many transfers.",
        _ => "",
    };

    private bool Lifted =>
        (options.LimitLiftedAfter is { } after && options.TimeProvider.GetElapsedTime(_started) >= after)
        || (options.LimitLiftedAfterRefusals is { } refusals && _refusals >= refusals);

    private static LimitStage StageOf(LimitPoint point) => point switch
    {
        LimitPoint.Pass530 or LimitPoint.Pass421 => LimitStage.Login,
        LimitPoint.Retr451 => LimitStage.Transfer,
        _ => LimitStage.Connection,
    };

    private void Leave()
    {
        lock (_gate) _inside--;
    }

    private sealed class Place(SessionLimit? limit) : IDisposable
    {
        private int _left;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _left, 1) == 0) limit?.Leave();
        }
    }
}

internal enum LimitStage
{
    Connection,
    Login,
    Transfer,
}
