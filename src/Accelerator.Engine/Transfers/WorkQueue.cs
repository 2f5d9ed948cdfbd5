namespace Accelerator.Engine.Transfers;

/// <summary>All files of one run, and the one question workers ask. Files are taken in the order of the request; a finished one comes first.</summary>
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

    /// <summary>Gives the next piece of work that this lane can do.</summary>
    public WorkItem Next(int slot, Lane lane)
    {
        var served = false;
        var open = 0;
        foreach (var file in Files)
        {
            if (file.Stage == FileStage.Ended || !file.Item.Sources.Any(lane.Serves)) continue;
            served = true;
            if (file.Stage == FileStage.Waiting && open < 2 && file.TryEnter(FileStage.Waiting, FileStage.Inspecting)) return new(WorkKind.Inspect, file);
            open++;
            if (file.Stage != FileStage.Fetching) continue;
            if (!file.IsInDoubt && file.Queue.IsExhausted && file.TryEnter(FileStage.Fetching, FileStage.Finishing)) return new(WorkKind.Finish, file);
            if (file.Stage == FileStage.Fetching && file.Queue.TryTake(slot, lane.RoundTrip) is { } run) return new(WorkKind.Fetch, file, run);
        }
        return new(served ? WorkKind.Wait : WorkKind.End);
    }
}
