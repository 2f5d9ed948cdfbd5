using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Tells the user how many connections a server allows, once the number has been stable for a second rather than at each refusal during the
/// ramp.
/// </summary>
internal sealed class CeilingNotice(WorkerContext context)
{
    private static readonly TimeSpan Settled = TimeSpan.FromSeconds(1);

    private readonly (int Seen, long Since, int Told)[] _state = [.. context.Routes.Select(_ => (int.MaxValue, 0L, int.MaxValue))];

    /// <summary>Checks every route; called a few times a second, and once at the end.</summary>
    public void Notify(bool isLast)
    {
        var routes = context.Routes;
        for (var i = 0; i < routes.Count; i++)
        {
            // The ceiling after a refusal during the ramp is provisional.
            var ceiling = isLast ? routes[i].Gate.Ceiling : routes[i].Gate.SettledCeiling;
            var (seen, since, reported) = _state[i];
            if (ceiling != seen) (seen, since) = (ceiling, context.Time.GetTimestamp());
            var isDue = isLast || context.Time.GetElapsedTime(since) >= Settled;
            // A run that ends without a session ends with the error of its last attempt.
            var isOver = isLast && !routes[i].Gate.HasStood;
            if (ceiling < reported && routes[i].Sessions.LastRefusal is { } refusal && isDue && !isOver)
            {
                reported = ceiling;
                var limiter = routes[i].Sessions.IsProxyLimit ? "proxy" : "server";
                context.Notice(NoticeKind.ServerLimit, routes[i].Gate.HasStood
                    ? $"The {limiter} allows only {CountText.Of(ceiling, "connection")} ({refusal.TrimEnd('.')}). "
                        + $"ftpx continues with {(ceiling == 1 ? "it" : "them")}."
                    : $"The {limiter} refuses all connections ({refusal.TrimEnd('.')}). ftpx tries again.");
            }
            _state[i] = (seen, since, reported);
        }
    }
}
