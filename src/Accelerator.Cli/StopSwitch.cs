namespace Accelerator.Cli;

/// <summary>Ctrl-C: the first time stops the work, the second time ends the process at once.</summary>
internal sealed class StopSwitch(Action onFirst, Action<int> exitNow) : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private int _presses;

    /// <summary>Cancelled by the first press.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Whether it was pressed.</summary>
    public bool Pressed => Volatile.Read(ref _presses) > 0;

    /// <summary>Called by the signal handler, from any thread.</summary>
    public void Press()
    {
        if (Interlocked.Increment(ref _presses) > 1)
        {
            exitNow(ExitCodes.Cancelled);
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
