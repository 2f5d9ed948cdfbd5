using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Finds routes that deliver nothing while others flow, and gives their work to those. <see cref="StallWatch"/> ends one silent transfer
/// after another, each after seconds; a dead path is detected by all of its streams falling silent together, which takes one second.
/// </summary>
internal sealed class SilenceWatch(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private const int Several = 3;

    // A lost packet whose retransmission is lost too causes 1.2 s of silence; three streams do not have that at the same time.
    private static readonly TimeSpan Alone = TimeSpan.FromSeconds(2.5);
    private static readonly TimeSpan Together = TimeSpan.FromSeconds(1);

    // All of a route's streams may be between two ranges when it is cut: then the missing item is the answer to a command, which may take
    // 30 s. A server that answers on other routes sends it in milliseconds; a replica may have to fetch the file from a tape first.
    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(5);

    // A login takes eight round trips, and a second more if the first SYN is lost.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private readonly HashSet<Route> _silent = [];
    private readonly HashSet<Route> _notified = [];

    /// <summary>Checks every route; called a few times a second.</summary>
    public async ValueTask LookAsync()
    {
        if (controllers.Count == 1) return;
        foreach (var controller in controllers)
        {
            if (!IsSilent(controller)
                || !controllers.Any(other => context.CanStandIn(other.Route, controller.Route) && Flows(other, Limit(controller) / 4)))
                continue;
            await FallAsync(controller.Route,
                $"No data arrived {controller.Route.Name} for {Since(controller).TotalSeconds:0.#} s, "
                    + "while other routes receive data").ConfigureAwait(false);
        }
        foreach (var route in controllers.Select(controller => controller.Route))
        {
            if (route.Breaker.IsOpen) _silent.Add(route);
            // A trial connection has closed the breaker.
            else if (_silent.Remove(route))
                context.Notice(context.KindOf(route), $"Connections {route.Name} work again and are used again.");
        }
        // If a required server is silent on all of its paths, that is an outage, which has its own rules. Its routes are used again without
        // evidence that they carry, so nothing is reported.
        foreach (var server in controllers.Where(controller => !context.IsReplica(controller.Route))
            .GroupBy(controller => controller.Route.Site))
        {
            if (!server.All(controller => controller.Route.Breaker.IsOpen)) continue;
            foreach (var controller in server)
            {
                controller.Route.Breaker.Close();
                _silent.Remove(controller.Route);
            }
        }
    }

    /// <summary>Takes a route out of use; its work goes to the others.</summary>
    /// <param name="route">The route.</param>
    /// <param name="why">The reason, as the beginning of a sentence.</param>
    public async ValueTask FallAsync(Route route, string why)
    {
        if (!await route.FallSilentAsync().ConfigureAwait(false)) return;
        _notified.Add(route);
        context.Notice(context.KindOf(route), $"{why}: the other routes take over, and this one is tried again every few "
            + $"seconds.{Advice(route)}");
        context.WorkChanged.Set();
    }

    /// <summary>
    /// Names, at the end of the run, the routes on which no session was ever opened although there was time for it, unless already
    /// reported. A run that was stopped reports none: the other routes have not fetched everything.
    /// </summary>
    public void NotifyUnreached()
    {
        if (!context.Files.IsDone) return;
        var elapsed = context.Time.GetElapsedTime(context.Started);
        foreach (var controller in controllers.Where(
            controller => context.Request.Streams < controllers.Count && !controller.Route.Gate.HasStood && controller.Wanted == 0))
        {
            _notified.Add(controller.Route);
            context.Notice(context.KindOf(controller.Route),
                $"Nothing was downloaded {controller.Route.Name}: --streams {context.Request.Streams} is less than the "
                    + $"{controllers.Count} routes.");
        }
        if (elapsed < Patience || !controllers.Any(controller => controller.Route.Gate.HasStood)) return;
        foreach (var controller in controllers.Where(
            controller => !controller.Route.Gate.HasStood && !_notified.Contains(controller.Route)))
            context.Notice(context.KindOf(controller.Route),
                $"No session could be opened {controller.Route.Name} in {elapsed.TotalSeconds:0.#} s; "
                    + $"the other routes downloaded everything.{Advice(controller.Route)}");
    }

    /// <summary>Returns whether bytes have arrived by a route recently.</summary>
    private bool Flows(RouteController controller, TimeSpan limit) =>
        !controller.Route.Breaker.IsOpen && controller.Flow.LastByteAt != 0 && Since(controller) < limit;

    private bool IsSilent(RouteController controller) => !controller.Route.Breaker.IsOpen && (controller.Flow.LastByteAt != 0
        ? Since(controller) > Limit(controller)
        : controller.Flow.AskedAt != 0 && !context.IsReplica(controller.Route) && Since(controller) > Answer);

    private TimeSpan Since(RouteController controller) =>
        context.Time.GetElapsedTime(controller.Flow.LastByteAt != 0 ? controller.Flow.LastByteAt : controller.Flow.AskedAt);

    private static TimeSpan Limit(RouteController controller)
    {
        var least = controller.Flow.Receiving >= Several ? Together : Alone;
        return least > 10 * controller.Route.RoundTrip ? least : 10 * controller.Route.RoundTrip;
    }

    // Linux routes by destination, whatever the source address is; replies that arrive on another interface are dropped there.
    private static string Advice(Route route) =>
        route.LocalPath is { Device: null } path && !route.Gate.HasStood && OperatingSystem.IsLinux()
        ? $" A source address needs a route of its own (ip rule add from {path.Name} table 100, "
            + "and a default route in that table: docs/multipath.md)."
        : "";
}
