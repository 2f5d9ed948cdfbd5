namespace Accelerator.Engine.Transfers;

/// <summary>
/// Lets files whose whole is hashed come from the front, once it is known what the streams bring: <see cref="OrderPolicy"/> decides.
/// </summary>
internal sealed class FrontOrder(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private readonly HashSet<OpenFile> _begun = [];

    /// <summary>Looks at every file; called some times a second.</summary>
    public void Look()
    {
        var flowing = controllers.Where(controller => controller.FlowsSince is not null).ToList();
        // In slow start, and while another number of streams is tried, what they bring says nothing of what they will.
        if (flowing.Count == 0 || flowing.Exists(controller => controller.LongRate is null || controller.IsTrying)) return;
        foreach (var file in context.Files.Fetching().Where(file => file.Hash is not null))
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
            // One stream more is the successor of one that is about to end.
            foreach (var controller in flowing)
                file.Queue.LetGoSurplus(controller.Route, controller.Wanted + context.Work.Ending(controller.Route));
        }
    }
}
