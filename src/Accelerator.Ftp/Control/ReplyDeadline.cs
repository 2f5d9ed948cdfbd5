namespace Accelerator.Ftp.Control;

/// <summary>How long an answer may take as a whole, however many lines or preliminary replies it is made of.</summary>
internal sealed class ReplyDeadline(TimeSpan limit, TimeProvider time) : IDisposable
{
    private readonly CancellationTokenSource _source = new(limit, time);

    /// <summary>The limit, for the message.</summary>
    public TimeSpan Limit { get; private set; } = limit;

    /// <summary>Fires when the time is up.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Starts anew with another limit, from now.</summary>
    public void Restart(TimeSpan limit)
    {
        Limit = limit;
        _source.CancelAfter(limit);
    }

    /// <inheritdoc/>
    public void Dispose() => _source.Dispose();
}
