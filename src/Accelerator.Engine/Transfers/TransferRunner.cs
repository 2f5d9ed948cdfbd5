using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>Carries out a <see cref="TransferRequest"/>: opens the lanes, runs the streams, watches them, and says how each file ended.</summary>
public sealed class TransferRunner(TimeProvider time)
{
    /// <summary>Inspects every item and plans it, without fetching or creating anything.</summary>
    /// <returns>A plan for each item that can be had; the others are reported as <see cref="TransferEvent.Finished"/>.</returns>
    public async Task<IReadOnlyList<TransferPlan>> PlanAsync(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var lanes = await OpenLanesAsync(request, cancellationToken).ConfigureAwait(false);
        await using var farewell = lanes.ConfigureAwait(false);
        var plans = new List<TransferPlan>();
        foreach (var item in request.Items)
        {
            try
            {
                plans.Add(await PlanAsync(request, item, lanes.Lanes.First(lane => lane.Serves(item.Sources[0])), cancellationToken).ConfigureAwait(false));
            }
            catch (TransferException e)
            {
                events.Report(new TransferEvent.Finished(FileEnding.FailureOf(item, e.Kind, e.Message)));
            }
        }
        return plans;
    }

    /// <summary>Fetches every item. Failures of files are results, not exceptions; cancelling keeps what was fetched and is a result too.</summary>
    public async Task<TransferResult> RunAsync(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var lanes = await OpenLanesAsync(request, cancellationToken).ConfigureAwait(false);
        await using var farewell = lanes.ConfigureAwait(false);
        return await RunAsync(request, lanes.Lanes, events, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Fetches every item over lanes whose sessions may stand already. They stay open.</summary>
    internal async Task<TransferResult> RunAsync(TransferRequest request, IReadOnlyList<Lane> lanes, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        var files = new RunFiles(request, time) { Ended = file => NoteRest(file, lanes) };
        using var blocks = new BlockPool();
        using var publisher = new FilePublisher();
        var pump = new EventPump(events);
        await using var told = pump.ConfigureAwait(false);
        var context = new WorkerContext
        {
            Request = request,
            Time = time,
            Blocks = blocks,
            Budget = new RateBudget(request.RateLimit, time),
            Work = new WorkQueue(files),
            Publisher = publisher,
            WorkChanged = new WorkSignal(),
            Meter = new TransferMeter(time),
            Retries = new NoticeFilter(time),
            Events = pump,
            Started = started,
        };
        try
        {
            await RefuseExistingAsync(context).ConfigureAwait(false);
            var crew = new StreamCrew(lanes, context);
            await crew.RunAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            foreach (var file in files.Open()) await file.DisposeAsync().ConfigureAwait(false);
        }
        context.Events.Report(new TransferEvent.Progress(context.Meter.Sample(files, TransferPhase.Done, 0)));
        return new TransferResult(files.Results(), time.GetElapsedTime(started));
    }

    private static void NoteRest(FileTransfer file, IReadOnlyList<Lane> lanes)
    {
        if (file.Checkpointer?.RestHonoured is not { } honoured) return;
        foreach (var lane in lanes.Where(lane => file.Item.Sources.Any(lane.Serves)))
        {
            if (honoured) lane.Notes.ProvedRest();
            else lane.Notes.FoundRestIgnored();
        }
    }

    private static async Task RefuseExistingAsync(WorkerContext context)
    {
        if (context.Request.Overwrite) return;
        var refused = context.Work.Files.EndUnbegun(static item => File.Exists(item.TargetPath)
            ? FileEnding.FailureOf(item, FailureKind.Usage, $"{item.TargetPath} exists already. Give another name with --output, or --overwrite to replace it.")
            : null);
        foreach (var result in refused)
        {
            await ResumeJournal.DeleteSpentAsync(result.TargetPath, CancellationToken.None).ConfigureAwait(false);
            context.Events.Report(new TransferEvent.Finished(result));
        }
    }

    private static async Task<TransferPlan> PlanAsync(TransferRequest request, TransferItem item, Lane lane, CancellationToken cancellationToken)
    {
        try
        {
            var session = await lane.RentAsync(cancellationToken).ConfigureAwait(false);
            var identity = await SourceInspector.IdentifyAsync(session, item.Sources[0], isRepeat: false, cancellationToken).ConfigureAwait(false);
            var facts = new RemoteFacts(identity, await session.FeaturesAsync(cancellationToken).ConfigureAwait(false));
            await lane.ReturnAsync(session).ConfigureAwait(false);
            var journal = request.Resume ? (await ResumeJournal.ReadAsync(PartialFile.JournalOf(item.TargetPath), cancellationToken).ConfigureAwait(false)).State : null;
            return TransferPlanner.Plan(request, item, facts, journal?.Identity == facts.Identity ? journal : null, lane.Start(request, identity.Size));
        }
        catch (FtpException e)
        {
            throw new TransferException(FailurePolicy.Judge(e, 0, lane.Gate.HasStood).Kind, e.Message, e);
        }
    }

    private Task<LaneSet> OpenLanesAsync(TransferRequest request, CancellationToken cancellationToken) =>
        LaneSet.OpenAsync(request, request.Items.SelectMany(item => item.Sources), time, cancellationToken);
}
