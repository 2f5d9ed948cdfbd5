using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Records which bytes of which file arrived when, for the largest files of a run.</summary>
internal sealed class FileHistoryRecorder
{
    /// <summary>The maximum number of files shown in charts.</summary>
    public const int MostFiles = 6;

    private readonly Dictionary<string, FileHistory> _files = [];

    /// <summary>The charts, the largest file first.</summary>
    public IReadOnlyList<FileHistory> Files => [.. _files.Values.OrderByDescending(file => SizeOf(file.Plan))];

    /// <summary>Adds a planned file if it is one of the largest so far.</summary>
    public void Plan(TransferPlan plan)
    {
        _files[Path.GetFileName(plan.Item.TargetPath)] = new FileHistory(plan);
        if (_files.Count > MostFiles) _files.Remove(_files.MinBy(entry => SizeOf(entry.Value.Plan)).Key);
    }

    /// <summary>Records the progress of a stream's current bar.</summary>
    public void Follow(int slot, StreamSpan? span)
    {
        if (span is { State: StreamState.Receiving } && _files.TryGetValue(span.FileName, out var file)) file.Follow(slot, span);
    }

    // A file of unknown size is probably a large one: small files come with their listing.
    private static long SizeOf(TransferPlan plan) => plan.Identity.Size ?? long.MaxValue;
}
