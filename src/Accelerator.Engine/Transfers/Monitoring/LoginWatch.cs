using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Limits how many sessions small files are worth. Where a login takes seconds, 30 files of 4 bytes opened 20 sessions at a Pure-FTPd and
/// took 100 s; the sessions that log in first fetch all of them in a fraction of one login.
/// </summary>
internal sealed class LoginWatch(WorkerContext context)
{
    // On longer paths more sessions are worth their logins, and the ramp lets in few at a time before the first greeting.
    private static readonly TimeSpan Near = TimeSpan.FromMilliseconds(20);

    // What one session fetches in a second from a server that limits the rate of each.
    private const double LeastRate = 1e6;

    private const int RoundTripsOfFile = 4;
    private const int RoundTripsOfLogin = 16;

    private readonly Dictionary<Route, TimeSpan> _logins = [];

    /// <summary>Notes the time that the first login took; called a few times a second.</summary>
    public void Check()
    {
        foreach (var route in context.Routes.Where(route => route.Gate.HasStood && !_logins.ContainsKey(route)))
            _logins[route] = context.Time.GetElapsedTime(context.Started);
    }

    /// <summary>
    /// Returns the highest number of sessions that pays for small files; at least <see cref="TransferPlanner.AutoStart"/>, unless there are
    /// fewer files.
    /// </summary>
    /// <param name="route">The route.</param>
    /// <param name="files">The number of small files.</param>
    /// <param name="bytes">Bytes of the files that are not begun.</param>
    public int MostFor(Route route, int files, long bytes)
    {
        if (route.RoundTrip >= Near) return files;
        // Before the first login its time is unknown.
        if (!_logins.TryGetValue(route, out var login)) return Math.Min(files, TransferPlanner.AutoStart);
        if (login <= RoundTripsOfLogin * route.RoundTrip) return files;
        var work = (files * RoundTripsOfFile * route.RoundTrip.TotalSeconds) + (bytes / LeastRate);
        return checked((int)Math.Clamp(work / login.TotalSeconds, Math.Min(files, TransferPlanner.AutoStart), files));
    }
}
