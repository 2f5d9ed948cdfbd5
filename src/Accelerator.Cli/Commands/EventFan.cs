using System.Collections.Concurrent;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Commands;

/// <summary>Gives each event to the view and to the recorders (log, report) there are, and keeps the results.</summary>
internal sealed class EventFan(IProgress<TransferEvent> view, IProgress<TransferEvent>?[] recorders, bool dryRun) : IProgress<TransferEvent>
{
    private readonly ConcurrentQueue<FileResult> _finished = [];

    /// <summary>Files that have ended so far.</summary>
    public IReadOnlyList<FileResult> Finished => [.. _finished];

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        foreach (var recorder in recorders) recorder?.Report(value);
        if (value is TransferEvent.Finished finished) _finished.Enqueue(finished.Result);

        // The plans of a dry run are shown as its result, once.
        if (!(dryRun && value is TransferEvent.Planned)) view.Report(value);
    }
}
