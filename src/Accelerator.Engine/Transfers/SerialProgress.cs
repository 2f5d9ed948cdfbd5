namespace Accelerator.Engine.Transfers;

/// <summary>One event at a time, in order, from whatever thread: an observer needs no lock.</summary>
internal sealed class SerialProgress(IProgress<TransferEvent> observer) : IProgress<TransferEvent>
{
    private readonly object _lock = new();

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        lock (_lock) observer.Report(value);
    }
}
