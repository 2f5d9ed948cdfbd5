using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Lanes that fetch the same files, and share a number of streams that the user gave by what each brings (<see cref="StreamShare"/>).
/// </summary>
internal sealed class RouteGroup(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private double _sharedAt;

    /// <summary>Shares the number out, as it is or where that is worth it.</summary>
    /// <param name="total">Streams of all of them together.</param>
    /// <param name="seconds">Since the start of the run; 0 for the first time.</param>
    public void ShareOut(int total, double seconds)
    {
        if (controllers is [var only])
        {
            only.Share(total);
            return;
        }
        var anyFlows = controllers.Any(controller => controller.FlowsSince is { } since && seconds - since > controller.Epoch);
        var next = StreamShare.Divide(
            total,
            [.. controllers.Select(controller =>
                new RouteView(controller.LongRate, IsWaiting(controller, anyFlows), controller.Route.Gate.SettledCeiling))]);
        var now = controllers.Select(controller => controller.Wanted).ToList();
        // As long as it takes to see what the last change has brought.
        var isDue = seconds - _sharedAt > controllers.Max(controller => controller.Epoch) && StreamShare.IsWorthIt(now, next);
        var isOpen = controllers.Any(controller => controller.Route.Breaker.IsOpen && controller.Wanted > 1);
        if (seconds > 0 && !isDue && now.Sum() == next.Sum() && !isOpen) return;
        _sharedAt = seconds;
        for (var i = 0; i < next.Length; i++) controllers[i].Share(next[i]);
        if (seconds > 0 && !now.SequenceEqual(next)) Notify(total, next, seconds);
    }

    // Nothing to do now: it carries nothing, or is a replica that is not proven yet. One that a file has come to need has all to do,
    // whatever flowed before.
    private bool IsWaiting(RouteController controller, bool anyFlows)
    {
        if (controller.Route.Breaker.IsOpen) return true;
        if (controller.FlowsSince is not null) return false;
        return context.Replicas.Contains(controller.Route) ? context.IsReplica(controller.Route) : anyFlows;
    }

    private void Notify(int total, int[] shares, double seconds)
    {
        var why = $"shared out as {string.Join(", ", controllers.Select((controller, i) => $"{shares[i]} {controller.Route.Name}"))}";
        context.Events.Report(new TransferEvent.Decided(
            new StreamDecision(TimeSpan.FromSeconds(seconds), total, total, controllers.Sum(controller => controller.Rate), why)));
    }
}
