using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Selftest;

/// <summary>Presses Ctrl-C, so to speak, as soon as enough has arrived.</summary>
internal sealed class StopAtBytes(long bytes, CancellationTokenSource stop) : IProgress<TransferEvent>
{
    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        if (value is TransferEvent.Progress { Snapshot: var snapshot } && snapshot.BytesDone >= bytes) stop.Cancel();
    }
}
