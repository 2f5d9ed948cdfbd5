using System.Collections.Concurrent;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Running;

/// <summary>Passes each event to the recorders (log, report), and visible events to the view; keeps the results.</summary>
internal sealed class EventFanOut(
    IProgress<TransferEvent> view, IProgress<TransferEvent>?[] recorders, Func<TransferEvent, bool> isShown) : IProgress<TransferEvent>
{
    private readonly ConcurrentQueue<FileResult> _finished = [];

    /// <summary>The results of the files that have finished so far.</summary>
    public IReadOnlyList<FileResult> Finished => [.. _finished];

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        foreach (var recorder in recorders) recorder?.Report(value);
        if (value is TransferEvent.Finished finished) _finished.Enqueue(finished.Result);
        if (isShown(value)) view.Report(value);
    }
}
