namespace Accelerator.Cli.Hosting;

/// <summary>
/// Ctrl-C: the first time stops the work, the second time ends the process at once. Two signals that come almost together count as one:
/// shells and <c>timeout</c> send them to the process and to its group, and the hint how to continue was lost by that.
/// </summary>
/// <param name="onFirst">Called at the first one.</param>
/// <param name="exitNow">Called with the exit code at the second.</param>
/// <param name="time">Tells how much later the second comes.</param>
internal sealed class StopSwitch(Action onFirst, Action<int> exitNow, TimeProvider time) : IDisposable
{
    /// <summary>Signals within this time count as one.</summary>
    public static readonly TimeSpan Together = TimeSpan.FromMilliseconds(300);

    private readonly CancellationTokenSource _source = new();
    private readonly object _lock = new();
    private long? _pressedAt;

    /// <summary>Cancelled by the first press.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Whether it was pressed.</summary>
    public bool Pressed
    {
        get { lock (_lock) return _pressedAt is not null; }
    }

    /// <summary>Called by the signal handler, from any thread.</summary>
    public void Press()
    {
        long? first;
        lock (_lock)
        {
            first = _pressedAt;
            _pressedAt ??= time.GetTimestamp();
        }
        if (first is { } begun)
        {
            if (time.GetElapsedTime(begun) >= Together) exitNow(ExitCodes.Cancelled);
            return;
        }

        onFirst();
        try
        {
            _source.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The run ended while the signal was on its way: there is nothing left to stop.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _source.Dispose();
}
