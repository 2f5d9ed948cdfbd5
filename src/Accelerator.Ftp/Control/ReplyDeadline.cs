namespace Accelerator.Ftp.Control;

/// <summary>The time limit for a complete reply, including all its lines and preliminary replies.</summary>
internal sealed class ReplyDeadline(TimeSpan limit, TimeProvider time) : IDisposable
{
    private readonly CancellationTokenSource _source = new(limit, time);

    /// <summary>The limit, for messages.</summary>
    public TimeSpan Limit { get; private set; } = limit;

    /// <summary>Cancelled when the limit has passed.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Restarts the deadline from now with another limit.</summary>
    public void Restart(TimeSpan limit)
    {
        Limit = limit;
        _source.CancelAfter(limit);
    }

    public void Dispose() => _source.Dispose();
}
