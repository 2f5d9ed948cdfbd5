namespace Accelerator.Engine.Tests.Transfers;

/// <summary>The shared state of a run's streams, without a rate limit.</summary>
internal static class WorkerContexts
{
    public static WorkerContext Of(
        TransferRequest request, TimeProvider time, RunFiles files, IReadOnlyList<Route> routes, BlockPool blocks, FilePublisher publisher,
        IProgress<TransferEvent> events) => new()
        {
            Request = request,
            Time = time,
            Blocks = blocks,
            Budget = new RateBudget(null, time),
            Files = files,
            Work = new WorkQueue(files),
            Publisher = publisher,
            WorkChanged = new WakeSignal(),
            Meter = new TransferMeter(time, routes.Count),
            Routes = routes,
            Retries = new NoticeFilter(time),
            Events = events,
            Started = time.GetTimestamp(),
        };
}
