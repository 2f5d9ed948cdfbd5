namespace Accelerator.Ftp.Control;

/// <summary>
/// The time limit for a complete reply, including all its lines and preliminary replies, together with the caller's own token: one source
/// for both, because every reply needs one.
/// </summary>
internal sealed class ReplyDeadline : IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly CancellationTokenRegistration _caller;

    /// <param name="limit">The limit.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">The caller's token.</param>
    public ReplyDeadline(TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        (Limit, Caller) = (limit, cancellationToken);
        _source = new CancellationTokenSource(limit, time);
        _caller = cancellationToken.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source);
    }

    /// <summary>The limit, for messages.</summary>
    public TimeSpan Limit { get; private set; }

    /// <summary>The caller's token: if it is not cancelled, the limit has passed.</summary>
    public CancellationToken Caller { get; }

    /// <summary>Cancelled when the limit has passed, or by the caller.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Restarts the deadline from now with another limit.</summary>
    public void Restart(TimeSpan limit)
    {
        Limit = limit;
        _source.CancelAfter(limit);
    }

    /// <summary>Ends the wait now, as if the limit had passed.</summary>
    public void Expire() => _source.Cancel();

    public void Dispose()
    {
        _caller.Dispose();
        _source.Dispose();
    }
}
