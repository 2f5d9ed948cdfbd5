using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Switches files that will be hashed to front-to-back order once the rate of the streams is known; <see cref="OrderPolicy"/> decides. A
/// file with an output is in that order from the start, and its parts follow the number of streams.
/// </summary>
internal sealed class FrontOrder(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private readonly HashSet<OpenFile> _begun = [];

    /// <summary>Checks every file; called a few times a second.</summary>
    public void Update()
    {
        var streams = Math.Max(1, controllers.Sum(controller => controller.Wanted));
        var inFlight = controllers.Sum(InFlight);
        foreach (var file in context.Files.Fetching()) file.Output?.Order(streams, inFlight, context.Request.Segments.Minimum);
        var flowing = controllers.Where(controller => controller.FlowsSince is not null).ToList();
        // During slow start, and while another number of streams is being tried, the present rate does not predict the later one.
        if (flowing.Count == 0 || flowing.Exists(controller => controller.LongRate is null || controller.IsTrying)) return;
        foreach (var file in context.Files.Fetching().Where(file => file is { Hash: not null, Output: null }))
        {
            var part = OrderPolicy.Part(
                file.Length - file.Map.BytesWritten,
                Math.Max(1, flowing.Sum(controller => controller.Wanted)),
                flowing.Sum(controller => controller.LongRate ?? 0),
                flowing.Max(controller => controller.Route.RoundTrip.TotalSeconds),
                _begun.Contains(file));
            if (part is not { } length) continue;
            _begun.Add(file);
            file.Queue.Order(length);
            // Include the successors of streams that are about to end.
            foreach (var controller in flowing)
                file.Queue.TruncateSurplus(controller.Route, controller.Wanted + context.Work.Ending(controller.Route));
        }
    }

    // Parts that are cut short in slow start stay so to the end of the file.
    private static double InFlight(RouteController controller) =>
        controller is { LongRate: { } rate, IsTrying: false } ? Math.Max(rate, controller.Rate) * controller.Route.RoundTrip.TotalSeconds
            : OrderPolicy.InFlight(controller.Route.RoundTrip);
}
