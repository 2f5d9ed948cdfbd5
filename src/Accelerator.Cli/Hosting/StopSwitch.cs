namespace Accelerator.Cli.Hosting;

/// <summary>
/// Handles Ctrl-C: the first signal stops the work, the second ends the process at once. Two signals in quick succession count as one:
/// shells and <c>timeout</c> send them to the process and to its group, and the hint on how to resume would be lost.
/// </summary>
/// <param name="onFirst">Called on the first signal.</param>
/// <param name="exitNow">Called with the exit code on the second signal.</param>
/// <param name="time">Measures the time between the signals.</param>
internal sealed class StopSwitch(Action onFirst, Action<int> exitNow, TimeProvider time) : IDisposable
{
    /// <summary>The note that answers the first signal.</summary>
    public const string Notice = "stopping. Press Ctrl-C again to end at once.";

    /// <summary>Signals within this time count as one.</summary>
    public static readonly TimeSpan Together = TimeSpan.FromMilliseconds(300);

    private readonly CancellationTokenSource _source = new();
    private readonly object _lock = new();
    private long? _pressedAt;

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Whether a signal was received.</summary>
    public bool Pressed
    {
        get { lock (_lock) return _pressedAt is not null; }
    }

    /// <summary>Called by the signal handler, on any thread.</summary>
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
            // The run ended before the signal arrived: there is nothing left to stop.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _source.Dispose();
}
