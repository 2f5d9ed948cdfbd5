using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Routes that fetch the same files, and share a number of streams given by the user according to their rates (<see cref="StreamShare"/>).
/// </summary>
internal sealed class RouteGroup(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private double _sharedAt;

    /// <summary>Distributes the number, initially or when it is worthwhile.</summary>
    /// <param name="total">Streams of all routes together.</param>
    /// <param name="seconds">Seconds since the start of the run; 0 for the first call.</param>
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
        // The time needed to see the effect of the last change.
        var isDue = seconds - _sharedAt > controllers.Max(controller => controller.Epoch) && StreamShare.IsWorthIt(now, next);
        var isOpen = controllers.Any(controller => controller.Route.Breaker.IsOpen && controller.Wanted > 1);
        if (seconds > 0 && !isDue && now.Sum() == next.Sum() && !isOpen) return;
        _sharedAt = seconds;
        for (var i = 0; i < next.Length; i++) controllers[i].Share(next[i]);
        if (seconds > 0 && !now.SequenceEqual(next)) Notify(total, next, seconds);
    }

    // A route without work now: it carries no data, or is a replica that is not verified yet. A route that a file has come to need gets all
    // the work, whichever routes carried data before.
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
