namespace Accelerator.Engine.Transfers;

/// <summary>All files of one run, and the one question workers ask. Files are begun in the order of the request.</summary>
internal sealed class WorkQueue(IReadOnlyList<FileTransfer> files)
{
    /// <summary>The files in the order of the request.</summary>
    public IReadOnlyList<FileTransfer> Files { get; } = files;

    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when every file has ended.</summary>
    public Task Done => _done.Task;

    /// <summary>A file has ended.</summary>
    public void NoteEnd()
    {
        if (IsDone) _done.TrySetResult();
    }

    /// <summary>Whether every file has ended.</summary>
    public bool IsDone => Files.All(file => file.Stage == FileStage.Ended);

    /// <summary>
    /// Gives the next piece of work that this lane can do: finish a file, fetch what nobody fetches, begin the next file, and only then take
    /// from another stream.
    /// </summary>
    public WorkItem Next(int slot, Lane lane)
    {
        var mine = Files.Where(file => file.Stage != FileStage.Ended && file.Item.Sources.Any(lane.Serves)).ToList();
        if (mine.Count == 0) return new(WorkKind.End);

        foreach (var file in mine.Where(file => file.Stage == FileStage.Fetching))
        {
            if (!file.IsInDoubt && file.Queue.IsExhausted && file.TryEnter(FileStage.Fetching, FileStage.Finishing)) return new(WorkKind.Finish, file);
            if (file.Queue.TryTake(slot) is { } run) return new(WorkKind.Fetch, file, run);
        }
        foreach (var file in mine)
        {
            if (file.TryEnter(FileStage.Waiting, FileStage.Inspecting)) return new(WorkKind.Inspect, file);
        }
        foreach (var file in mine.Where(file => file.Stage == FileStage.Fetching))
        {
            if (file.Queue.TrySteal(slot, lane.RoundTrip) is { } run) return new(WorkKind.Fetch, file, run);
        }
        return new(WorkKind.Wait);
    }
}
