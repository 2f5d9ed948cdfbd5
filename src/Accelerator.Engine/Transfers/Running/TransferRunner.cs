using Accelerator.Engine.Journals;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Running;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Carries out a <see cref="TransferRequest"/>: opens the routes, runs the streams, monitors them, and reports the outcome of each file.
/// </summary>
public sealed class TransferRunner(TimeProvider time)
{
    // Enough for the next 10 ms of the smallest files; items further back can still be reordered.
    private const int MostWaiting = 64;

    private static readonly TimeSpan FeedInterval = TimeSpan.FromMilliseconds(10);

    /// <summary>Probes and plans every item, without fetching or creating anything.</summary>
    /// <returns>A plan for each item to fetch; the others are reported as <see cref="TransferEvent.Finished"/>.</returns>
    public async Task<IReadOnlyList<TransferPlan>> PlanAsync(
        TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        request = await AddressExpansion.ExpandAsync(request, time, cancellationToken).ConfigureAwait(false);
        var routes = await OpenRoutesAsync(request, cancellationToken).ConfigureAwait(false);
        await using var farewell = routes.ConfigureAwait(false);
        var plans = new List<TransferPlan>();
        foreach (var item in ExistingTarget.WithoutDoubtfulFacts(request))
        {
            try
            {
                var plan = await PlanAsync(request, item, [.. routes.Routes.Where(route => route.Serves(item.Sources[0]))], events,
                    cancellationToken).ConfigureAwait(false);
                if (plan is not null) plans.Add(plan);
            }
            catch (TransferException e)
            {
                events.Report(new TransferEvent.Finished(FileEnding.FailureOf(item, e.Kind, e.Message)));
            }
        }
        return plans;
    }

    /// <summary>
    /// Fetches every item. File failures are results, not exceptions; cancellation keeps the fetched bytes and is a result too.
    /// </summary>
    public async Task<TransferResult> RunAsync(
        TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        request = await AddressExpansion.ExpandAsync(request, time, cancellationToken).ConfigureAwait(false);
        var routes = await OpenRoutesAsync(request, cancellationToken).ConfigureAwait(false);
        await using var farewell = routes.ConfigureAwait(false);
        return await RunAsync(request, routes.Routes, events, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Fetches every item over sessions that others may use too and that stay open: for one file after another from the same login. A file
    /// over a warm session needs no login, so that its first byte comes after 3 to 5 round trips instead of 8.
    /// </summary>
    /// <param name="request">The items, and the options.</param>
    /// <param name="sessions">The sessions of the server that all items are on. The caller disposes them after the last run.</param>
    /// <param name="events">Receives the events.</param>
    /// <param name="cancellationToken">Stops the run; the fetched bytes are kept.</param>
    public Task<TransferResult> RunAsync(
        TransferRequest request, ServerSessions sessions, IProgress<TransferEvent> events, CancellationToken cancellationToken) =>
        RunAsync(request, sessions.Routes, events, cancellationToken);

    /// <summary>
    /// Fetches every item, and in parallel the items found meanwhile, over sessions that others may use too and that stay open. Further
    /// items are requested as needed: few files wait at a time.
    /// </summary>
    /// <param name="request">The first items, and the options.</param>
    /// <param name="sessions">The sessions of the server that all items are on.</param>
    /// <param name="more">More items. The run is over when this sequence and all files have ended. An exception it throws is rethrown by
    /// the run, once the items already returned have ended.</param>
    /// <param name="events">Receives the events.</param>
    /// <param name="cancellationToken">Stops the run; the fetched bytes are kept.</param>
    public Task<TransferResult> RunAsync(TransferRequest request, ServerSessions sessions, IAsyncEnumerable<TransferItem> more,
        IProgress<TransferEvent> events, CancellationToken cancellationToken) =>
        RunAsync(request, sessions.Routes, more, events, cancellationToken);

    /// <summary>Fetches every item over routes whose sessions may already be open. They stay open.</summary>
    internal Task<TransferResult> RunAsync(
        TransferRequest request, IReadOnlyList<Route> routes, IProgress<TransferEvent> events, CancellationToken cancellationToken) =>
        RunAsync(request, routes, null, events, cancellationToken);

    private async Task<TransferResult> RunAsync(
        TransferRequest request, IReadOnlyList<Route> routes, IAsyncEnumerable<TransferItem>? more, IProgress<TransferEvent> events,
        CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        request = request with { Items = ExistingTarget.WithoutDoubtfulFacts(request) };
        var files = new RunFiles(request, time, isOpen: more is not null) { Ended = file => NoteRest(file, routes) };
        using var blocks = new BlockPool();
        using var publisher = new FilePublisher();
        var pump = new EventPump(events);
        await using var disposal = pump.ConfigureAwait(false);
        var context = new WorkerContext
        {
            Request = request,
            Time = time,
            Blocks = blocks,
            Budget = request.SharedRate ?? request.NewRate(time),
            Files = files,
            Work = new WorkQueue(files),
            Publisher = publisher,
            WorkChanged = new WakeSignal(),
            Meter = new TransferMeter(time, routes.Count),
            Routes = routes,
            Replicas = routes.Skip(1)
                .Where(route => route.Site != routes[0].Site && !request.Items.Any(item => route.Serves(item.Sources[0]))).ToHashSet(),
            Retries = new NoticeFilter(time),
            Events = pump,
            Started = started,
        };
        foreach (var route in routes) route.BeginRun();
        try
        {
            await EndExistingAsync(context).ConfigureAwait(false);
            var pool = new WorkerPool(context);
            using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var feeding = more is null ? Task.CompletedTask : FeedAsync(more, context, over.Token);
            await pool.RunAsync(cancellationToken).ConfigureAwait(false);
            await over.CancelAsync().ConfigureAwait(false);
            await feeding.ConfigureAwait(false);
        }
        finally
        {
            foreach (var route in routes) route.EndRun();
            foreach (var file in files.Open()) await file.DisposeAsync().ConfigureAwait(false);
        }
        context.Events.Report(new TransferEvent.Progress(context.Meter.Sample(files, TransferPhase.Done, 0, routes)));
        return new TransferResult(files.Results(), time.GetElapsedTime(started)) { Routes = context.Meter.Shares(routes, isOver: true) };
    }

    private static async Task FeedAsync(IAsyncEnumerable<TransferItem> more, TransferRun run, CancellationToken cancellationToken)
    {
        var files = run.Files;
        try
        {
            await foreach (var item in more.WithCancellation(cancellationToken).ConfigureAwait(false))
            {
                if (!files.Add(item)) return;
                run.WorkChanged.Set();
                while (files.Unbegun.Count >= MostWaiting)
                    await Task.Delay(FeedInterval, run.Time, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The run reports this for every file.
        }
        finally
        {
            files.Close();
        }
    }

    private static void NoteRest(FileTransfer file, IReadOnlyList<Route> routes)
    {
        if (file.Open?.Checkpointer?.RestHonoured is not { } honoured) return;
        foreach (var route in routes.Where(route => route.Identifies(file.Item)))
        {
            if (honoured) route.Notes.ProvedRest();
            else route.Notes.FoundRestIgnored();
        }
    }

    private static async Task EndExistingAsync(TransferRun run)
    {
        foreach (var result in run.Files.EndUnbegun(item => ExistingTarget.JudgeByListing(item, run.Request)))
        {
            await ResumeJournal.DeleteSpentAsync(result.TargetPath, CancellationToken.None).ConfigureAwait(false);
            run.Events.Report(new TransferEvent.Finished(result));
        }
    }

    private static async Task<TransferPlan?> PlanAsync(TransferRequest request, TransferItem item, IReadOnlyList<Route> routes,
        IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        try
        {
            var (prepared, end) = await FilePreparation.RehearseAsync(request, item, routes, cancellationToken).ConfigureAwait(false);
            if (end is not null) events.Report(new TransferEvent.Finished(end));
            if (prepared?.Refusal is { } refusal) events.Report(new TransferEvent.Notice(NoticeKind.ResumeRefused, refusal));
            return prepared?.Plan;
        }
        catch (FtpException e)
        {
            throw new TransferException(FailurePolicy.Judge(e, 0, routes[0].Gate.HasStood).Kind, e.Message, e);
        }
    }

    private Task<RouteSet> OpenRoutesAsync(TransferRequest request, CancellationToken cancellationToken) =>
        RouteSet.OpenAsync(request, request.Items.SelectMany(item => item.Sources), time, cancellationToken);
}
