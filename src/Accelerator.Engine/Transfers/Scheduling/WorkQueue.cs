using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>
/// Selects the work for the workers over all files of one run. Files are started in the order of the request, but a large one does not wait
/// for a thousand small ones, nor they for it: while there are both, large ones get half of the streams.
/// </summary>
internal sealed class WorkQueue(RunFiles files)
{
    /// <summary>
    /// Returns the next work that a route can do, in this order: query what a plan waits for, finish a file, fetch unassigned bytes, start
    /// the next file, steal from another stream, or end one that crawls, and only then send the queries that can wait.
    /// </summary>
    /// <param name="slot">The stream.</param>
    /// <param name="route">The stream's route.</param>
    /// <param name="stream">The stream's state.</param>
    public WorkItem Next(int slot, Route route, in StreamView stream)
    {
        var working = files.Working();
        if (Query(working, route) is { } query) return query;
        var (mine, waits) = Candidates(working, route);
        if (mine.Count == 0 && !waits) return new(WorkKind.End);

        if (NextProbe(mine, route, urgentOnly: true, stream) is { } urgent) return urgent;
        if (!stream.IsSpare && Fetch(mine, slot, route, stream) is { } fetch) return fetch;
        if (!stream.IsSpare && Late(mine, route) is { } late) return late;
        if (stream is { IsSpare: true, IsReady: true } && Steal(mine, slot, route, stream) is { } relief) return relief;
        var isPlanned = !waits && mine.All(file => file.Stage >= FileStage.Fetching);
        if ((stream.IsSpare || isPlanned) && NextProbe(mine, route, urgentOnly: false, stream) is { } question) return question;
        return new(stream.IsSpare || !isPlanned || AwaitsEnd(mine) ? WorkKind.Prepare : WorkKind.Wait);
    }

    // At the end of a large file, streams without work take parts of late ranges and read samples: with a data connection, two round trips
    // sooner.
    private static bool AwaitsEnd(List<FileTransfer> mine) =>
        RunFiles.Fetching(mine).Any(file => file.Length >= TransferItem.LeastJournalled && !file.Queue.IsSingle);

    /// <summary>Returns the number of streams beyond the wanted ones that may start, because as many others are about to end.</summary>
    public int Ending(Route route)
    {
        var ending = 0;
        PathView? path = null;
        foreach (var file in files.Fetching())
        {
            if (!file.Transfer.IsCarried) ending += file.Queue.Ending(path ??= route.Path(isReady: true), route);
        }
        return ending;
    }

    /// <summary>
    /// Returns the number of streams for a large file: the streams for all large files, divided by their number; 0 if each has less than
    /// one. A few long ranges of each file are faster than many short ranges of one, because each range begins in slow start: 500 files of
    /// 100 kB and four of 128 MiB at 1 Gbit/s and 186 ms took 14.2 s with 32 ranges for one large file after the other.
    /// </summary>
    public int Start(Route route, int wanted)
    {
        var share = Share(route, wanted);
        return (share > 0 ? share : wanted) / Math.Max(1, files.CountLarge());
    }

    private static bool IsLarge(FileTransfer file) => RunFiles.IsLarge(file.Item);

    // The files this route can work on, and whether there are more to start.
    private (List<FileTransfer> Mine, bool Waits) Candidates(FileTransfer[] working, Route route)
    {
        var mine = new List<FileTransfer>(working.Length);
        foreach (var file in working)
        {
            if (file.Stage != FileStage.Ended && file.Admits(route)) mine.Add(file);
        }
        return (mine, files.Next(route, isLarge: true) is not null || files.Next(route, isLarge: false) is not null);
    }

    private WorkItem? Fetch(List<FileTransfer> mine, int slot, Route route, in StreamView stream)
    {
        var mayTakeLarge = MayTakeLarge(mine, route, stream.Wanted);
        foreach (var open in RunFiles.Fetching(mine))
        {
            var file = open.Transfer;
            if (file.IsCarried || file.FailureBudget.IsResting) continue;
            // FEAT is sent after the first ranges have started, so it delays none of them. With RANG, later ranges end without an abort.
            if (stream.Last is not null && AskFeatures(file, route) is { } features) return features;
            var isComplete = !open.IsInDoubt && open.Queue.IsExhausted;
            var isMine = isComplete && route.Identifies(file.Item) && file.TryEnter(FileStage.Fetching, FileStage.Finishing);
            if (isMine) return new(WorkKind.Finish, file);
            if ((IsLarge(file) && !mayTakeLarge) || HasItsStreams(open)) continue;
            if (open.Queue.TryTake(slot, isFirst: stream.Last != open, route) is { } run) return new(WorkKind.Fetch, file, run);
        }
        return Begin(route, mayTakeLarge && !mine.Exists(file => IsLarge(file) && file.Stage < FileStage.Fetching))
            ?? Steal(mine, slot, route, stream);
    }

    private static bool HasItsStreams(OpenFile file) => file.Item.MostStreams is { } most && file.Queue.Runs().Length >= most;

    // Returns the number of streams for large files while others wait: half of the streams. 0 if no others wait.
    private int Share(Route route, int wanted) => files.Next(route, isLarge: false) is null ? 0 : Math.Max(1, wanted / 2);

    private bool MayTakeLarge(List<FileTransfer> mine, Route route, int wanted)
    {
        var share = Share(route, wanted);
        return share == 0 || RunFiles.Fetching(mine).Where(file => IsLarge(file.Transfer)).Sum(file => file.Queue.Runs().Length) < share;
    }

    private WorkItem? Begin(Route route, bool largeFirst)
    {
        while (!files.IsFull && ((largeFirst ? files.Next(route, isLarge: true) : null) ?? files.Next(route, isLarge: false)
            ?? files.Next(route, isLarge: true)) is { } next)
        {
            if (files.Begin(next) is not { } file) continue;
            return file.IsListed ? new(WorkKind.Open, file) : NextProbe(file, file.MetadataProbe, urgentOnly: true);
        }
        return null;
    }

    private static WorkItem? Steal(List<FileTransfer> mine, int slot, Route route, in StreamView stream)
    {
        foreach (var file in RunFiles.Fetching(mine).Where(file => !HasItsStreams(file) && !file.Transfer.FailureBudget.IsResting))
        {
            var run = file.Queue.TrySteal(slot, route.Path(stream.IsReady), stream.Thieves, stream.IsSpare, route);
            if (run is not null) return new(WorkKind.Fetch, file.Transfer, run);
        }
        return null;
    }

    private static WorkItem? Late(List<FileTransfer> mine, Route route)
    {
        foreach (var file in RunFiles.Fetching(mine))
        {
            var run = file.Queue.TakeLate(route.Rates.Usual, route.Path(isReady: false));
            if (run is not null) return new(WorkKind.EndLate, file.Transfer, run);
        }
        return null;
    }

    // Before a range: until the query is answered, a further source contributes nothing, and a seam where two sources differ keeps the file
    // from finishing.
    private static WorkItem? Query(FileTransfer[] working, Route route)
    {
        foreach (var file in working)
        {
            if (file is not { Stage: FileStage.Fetching or FileStage.Finishing, Open: { Sources.HasReplicas: true } open }) continue;
            var isFetching = file.Stage == FileStage.Fetching && !open.Queue.IsSingle;
            if (open.Sources.TryTake(route, open.Queue, isFetching) is { } query) return new(WorkKind.Query, file, Query: query);
        }
        return null;
    }

    private static WorkItem? AskFeatures(FileTransfer file, Route route) =>
        !route.Identifies(file.Item) ? null
            // The space behind the reader is freed when it is known which hash will be compared.
            : file.Item.Output is not null ? NextProbe(file, file.MetadataProbe, urgentOnly: false)
            : file.MetadataProbe.TryTake(FileQuestion.Features) ? ProbeWork(file, file.MetadataProbe, FileQuestion.Features) : null;

    // Only for files in progress: a file's first query starts it, and has its place above.
    private static WorkItem? NextProbe(List<FileTransfer> mine, Route route, bool urgentOnly, in StreamView stream)
    {
        foreach (var file in mine)
        {
            // A session that sends them before the plan has no data connection when the first ranges are assigned.
            if (file.IsCarried || !route.Identifies(file.Item) || (!urgentOnly && file.Stage < FileStage.Fetching)) continue;
            if ((file.Stage == FileStage.Finishing ? file.Recheck : file.MetadataProbe) is not { } probe) continue;
            if (NextProbe(file, probe, urgentOnly, stream) is { } question) return question;
        }
        return null;
    }

    private static WorkItem? NextProbe(FileTransfer file, MetadataProbe probe, bool urgentOnly, in StreamView stream = default) =>
        probe.TryTake(urgentOnly, stream.IsReady, stream.LeavesSamples) is { } question ? ProbeWork(file, probe, question) : null;

    private static WorkItem ProbeWork(FileTransfer file, MetadataProbe probe, FileQuestion question) =>
        new(WorkKind.Probe, file, Question: question, MetadataProbe: probe);
}

/// <summary>The state of a stream that asks for work.</summary>
/// <param name="IsSpare">Whether it is a standby stream, which sends queries and fetches only parts of ranges that would end late.</param>
/// <param name="IsReady">Whether its data connection is open or being opened.</param>
/// <param name="LeavesSamples">Whether its data connection is still being opened, and enough others are open.</param>
/// <param name="Last">The file of which it last fetched a range; null if it has fetched none.</param>
/// <param name="Thieves">Streams that take work now, including this one.</param>
/// <param name="Wanted">Streams that may fetch at once.</param>
internal readonly record struct StreamView(bool IsSpare, bool IsReady, bool LeavesSamples, OpenFile? Last, int Thieves, int Wanted);
