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
    /// Gives the next piece of work that this lane can do: find out what a plan waits for, finish a file, fetch what nobody fetches, begin the next
    /// file, then take from another stream, and only then ask what can wait.
    /// </summary>
    /// <param name="slot">The stream.</param>
    /// <param name="lane">Its lane.</param>
    /// <param name="isSpare">Whether the stream only stands by: it asks questions, and fetches nothing.</param>
    /// <param name="isReady">Whether its data connection stands already.</param>
    /// <param name="isFirst">Whether it has not fetched anything yet.</param>
    /// <param name="thieves">Streams that take work now, this one counted.</param>
    public WorkItem Next(int slot, Lane lane, bool isSpare, bool isReady, bool isFirst, int thieves)
    {
        var mine = Files.Where(file => file.Stage != FileStage.Ended && file.Item.Sources.Any(lane.Serves)).ToList();
        if (mine.Count == 0) return new(WorkKind.End);

        if (Ask(mine, lane, urgentOnly: true) is { } urgent) return urgent;
        if (!isSpare && Fetch(mine, slot, lane, isReady, isFirst, thieves) is { } fetch) return fetch;
        if (isSpare && isReady && Steal(mine, slot, lane, isSpare, isReady, thieves) is { } relief) return relief;
        var isPlanned = mine.All(file => file.Stage >= FileStage.Fetching);
        if ((isSpare || isPlanned) && Ask(mine, lane, urgentOnly: false) is { } question) return question;
        return new(isSpare || !isPlanned ? WorkKind.Prepare : WorkKind.Wait);
    }

    /// <summary>Streams beyond the wanted ones that may begin, because as many others are about to end.</summary>
    public int Ending(Lane lane) => Files.Where(file => file.Stage == FileStage.Fetching).Sum(file => file.Queue.Ending(lane.Path(isReady: true)));

    private static WorkItem? Fetch(List<FileTransfer> mine, int slot, Lane lane, bool isReady, bool isFirst, int thieves)
    {
        foreach (var file in mine.Where(file => file.Stage == FileStage.Fetching))
        {
            // Nobody's first range waits for it; where there is RANG the later ones end cleanly.
            if (!isFirst && AskFeatures(file, lane) is { } features) return features;
            if (!file.IsInDoubt && file.Queue.IsExhausted && lane.Identifies(file) && file.TryEnter(FileStage.Fetching, FileStage.Finishing)) return new(WorkKind.Finish, file);
            if (file.Queue.TryTake(slot, isFirst) is { } run) return new(WorkKind.Fetch, file, run);
        }
        foreach (var file in mine.Where(file => file.Stage == FileStage.Waiting && lane.Identifies(file)))
        {
            if (Ask(file, file.Inquiry, urgentOnly: true) is not { } question) continue;
            file.TryEnter(FileStage.Waiting, FileStage.Inspecting);
            return question;
        }
        return Steal(mine, slot, lane, isSpare: false, isReady, thieves);
    }

    private static WorkItem? Steal(List<FileTransfer> mine, int slot, Lane lane, bool isSpare, bool isReady, int thieves)
    {
        foreach (var file in mine.Where(file => file.Stage == FileStage.Fetching))
        {
            if (file.Queue.TrySteal(slot, lane.Path(isReady), thieves, isSpare) is { } run) return new(WorkKind.Fetch, file, run);
        }
        return null;
    }

    private static WorkItem? AskFeatures(FileTransfer file, Lane lane) =>
        lane.Identifies(file) && file.Inquiry.TryTake(FileQuestion.Features) ? Ask(file, file.Inquiry, FileQuestion.Features) : null;

    // Of files that are begun: a file's first question begins it, and that has its place above.
    private static WorkItem? Ask(List<FileTransfer> mine, Lane lane, bool urgentOnly)
    {
        foreach (var file in mine.Where(file => file.Stage != FileStage.Waiting && lane.Identifies(file)))
        {
            if ((file.Stage == FileStage.Finishing ? file.Recheck : file.Inquiry) is not { } inquiry) continue;
            if (Ask(file, inquiry, urgentOnly) is { } question) return question;
        }
        return null;
    }

    private static WorkItem? Ask(FileTransfer file, Inquiry inquiry, bool urgentOnly) =>
        inquiry.TryTake(urgentOnly) is { } question ? Ask(file, inquiry, question) : null;

    private static WorkItem Ask(FileTransfer file, Inquiry inquiry, FileQuestion question) => new(WorkKind.Ask, file, Question: question, Inquiry: inquiry);
}
