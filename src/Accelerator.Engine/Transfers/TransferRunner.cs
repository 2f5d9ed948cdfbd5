using Accelerator.Engine.Sites;
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
        var lanes = OpenLanes(request);
        try
        {
            foreach (var lane in lanes) await lane.RecallAsync(cancellationToken).ConfigureAwait(false);
            var plans = new List<TransferPlan>();
            foreach (var item in request.Items)
            {
                try
                {
                    plans.Add(await PlanAsync(request, item, lanes.First(lane => lane.Serves(item.Sources[0])), cancellationToken).ConfigureAwait(false));
                }
                catch (TransferException e)
                {
                    var file = new FileTransfer(item, VerifyMode.None, time);
                    await using var ending = file.ConfigureAwait(false);
                    events.Report(new TransferEvent.Finished(FileEnding.FailureOf(file, e.Kind, e.Message)));
                }
            }
            return plans;
        }
        finally
        {
            foreach (var lane in lanes) await lane.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Fetches every item. Failures of files are results, not exceptions; cancelling keeps what was fetched and is a result too.</summary>
    public async Task<TransferResult> RunAsync(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        var files = request.Items.Select(item => new FileTransfer(item, request.Verify.Mode, time)).ToList();
        using var blocks = new BlockPool();
        var pump = new EventPump(events);
        await using var told = pump.ConfigureAwait(false);
        var context = new WorkerContext
        {
            Request = request,
            Time = time,
            Blocks = blocks,
            Budget = new RateBudget(request.RateLimit, time),
            Work = new WorkQueue(files),
            WorkChanged = new WorkSignal(),
            Meter = new TransferMeter(time),
            Retries = new NoticeFilter(time),
            Events = pump,
            Started = started,
        };
        var lanes = OpenLanes(request);
        try
        {
            foreach (var lane in lanes) await lane.RecallAsync(cancellationToken).ConfigureAwait(false);
            foreach (var file in files) await RefuseExistingAsync(file, context).ConfigureAwait(false);
            var crew = new StreamCrew(lanes, context);
            await crew.RunAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            foreach (var file in files) await file.DisposeAsync().ConfigureAwait(false);
            foreach (var lane in lanes)
            {
                await lane.DisposeAsync().ConfigureAwait(false);
                foreach (var file in files.Where(file => file.Item.Sources.Any(lane.Serves))) NoteRest(file, lane.Notes);
                await lane.RememberAsync().ConfigureAwait(false);
            }
        }
        context.Events.Report(new TransferEvent.Progress(context.Meter.Sample(files, TransferPhase.Done, 0)));
        return new TransferResult([.. files.Select(file => file.Result!)], time.GetElapsedTime(started));
    }

    private static void NoteRest(FileTransfer file, SiteNotebook notes)
    {
        if (file.Checkpointer?.RestHonoured is not { } honoured) return;
        if (honoured) notes.ProvedRest();
        else notes.FoundRestIgnored();
    }

    private static async Task RefuseExistingAsync(FileTransfer file, WorkerContext context)
    {
        if (context.Request.Overwrite || !File.Exists(file.Item.TargetPath)) return;
        await FileEnding.FailAsync(file, FailureKind.Usage, $"{file.Item.TargetPath} exists already. Give another name with --output, or --overwrite to replace it.", context).ConfigureAwait(false);
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

    private List<Lane> OpenLanes(TransferRequest request)
    {
        var trace = request.Trace is { } write ? Serialise(write) : null;
        var sources = request.Items.SelectMany(item => item.Sources).Select(source => (source.Endpoint, source.Credential)).Distinct();
        return
        [
            .. from source in sources
               from address in request.LocalAddresses
               select new Lane(
                   new SessionProfile
                   {
                       Endpoint = source.Endpoint,
                       Credential = source.Credential,
                       LocalAddress = address,
                       Charset = request.Charset,
                       ActiveMode = request.ActiveMode,
                       AcceptAnyCertificate = request.AcceptAnyCertificate,
                       Timeouts = request.Timeouts,
                   },
                   request.Streams ?? TransferPlanner.AutoMost,
                   new SiteNotebook(request.Sites, SiteKey.Of(source.Endpoint, source.Credential.User), time),
                   time,
                   trace),
        ];
    }

    private static Action<FtpTraceLine> Serialise(Action<FtpTraceLine> write)
    {
        var gate = new object();
        return line =>
        {
            lock (gate) write(line);
        };
    }
}
