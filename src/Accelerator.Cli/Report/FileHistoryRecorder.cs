using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Which bytes of which file came when, for the largest files of a run.</summary>
internal sealed class FileHistoryRecorder
{
    /// <summary>Most files that are pictured.</summary>
    public const int MostFiles = 6;

    private readonly Dictionary<string, FileHistory> _files = [];

    /// <summary>The pictures, the largest file first.</summary>
    public IReadOnlyList<FileHistory> Files => [.. _files.Values.OrderByDescending(file => SizeOf(file.Plan))];

    /// <summary>A file will be fetched: it is pictured when it is one of the largest so far.</summary>
    public void Plan(TransferPlan plan)
    {
        _files[Path.GetFileName(plan.Item.TargetPath)] = new FileHistory(plan);
        if (_files.Count > MostFiles) _files.Remove(_files.MinBy(entry => SizeOf(entry.Value.Plan)).Key);
    }

    /// <summary>A stream has come to where its bar is.</summary>
    public void Follow(int slot, StreamSpan? span)
    {
        if (span is { State: StreamState.Receiving } && _files.TryGetValue(span.FileName, out var file)) file.Follow(slot, span);
    }

    // A file of unknown size is likely a large one: the small ones come with their listing.
    private static long SizeOf(TransferPlan plan) => plan.Identity.Size ?? long.MaxValue;
}
