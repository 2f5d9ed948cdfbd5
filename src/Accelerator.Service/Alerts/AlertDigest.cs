using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>
/// Tracks what one receiver has been sent, and decides what it is sent next. Pure. An incident that lasts less than
/// <paramref name="after"/> appears in the log only, and a hundred files that fail for one reason make one message: operators who are
/// alerted without need stop reading alerts.
/// </summary>
/// <param name="after">How long an incident must last before it is sent.</param>
/// <param name="every">The interval in which at most one message is sent.</param>
internal sealed class AlertDigest(TimeSpan after, TimeSpan every)
{
    /// <summary>The most files that a message names; further ones are only counted.</summary>
    public const int MostFailures = 20;

    private readonly Dictionary<string, OpenIncident> _notified = new(StringComparer.Ordinal);
    private readonly HashSet<FailureKey> _reported = [];
    private DateTimeOffset _next = DateTimeOffset.MinValue;

    /// <summary>Returns whether a message may be sent now.</summary>
    public bool IsDue(DateTimeOffset now) => now >= _next;

    /// <summary>Returns the news to send now; null if there is none yet.</summary>
    /// <param name="standing">The open incidents.</param>
    /// <param name="pending">The failures that the ledger has as pending, the oldest first.</param>
    /// <param name="now">The current time.</param>
    public AlertNews? Due(IReadOnlyList<OpenIncident> standing, IReadOnlyList<PendingAlert> pending, DateTimeOffset now)
    {
        if (!IsDue(now)) return null;
        var wrong = standing.Select(incident => incident.About).ToHashSet(StringComparer.Ordinal);
        var failures = pending.Where(failure => !_reported.Contains(failure.Key)).ToList();
        var news = new AlertNews(
            [.. standing.Where(incident => !_notified.ContainsKey(incident.About) && now - incident.Since >= after)],
            [.. _notified.Values.Where(incident => !wrong.Contains(incident.About))
                .OrderBy(incident => incident.About, StringComparer.Ordinal)],
            [.. failures.Take(MostFailures).Select(AlertFailure.Of)],
            Math.Max(0, failures.Count - MostFailures)) { Reported = [.. failures.Select(failure => failure.Key)] };
        return news.IsEmpty ? null : news;
    }

    /// <summary>Records that the news was sent.</summary>
    public void Notified(AlertNews news, DateTimeOffset now)
    {
        foreach (var incident in news.Began) _notified[incident.About] = incident;
        foreach (var incident in news.Over) _notified.Remove(incident.About);
        _reported.UnionWith(news.Reported);
        _next = now + every;
    }

    /// <summary>Records that sending failed: it is tried again after the pause, together with the news that has arrived by then.</summary>
    public void SendFailed(DateTimeOffset now, TimeSpan pause) => _next = now + pause;

    /// <summary>Returns whether the receiver has been sent a failure that is still pending, because another receiver has not.</summary>
    public bool HasReported(FailureKey failure) => _reported.Contains(failure);

    /// <summary>Forgets the failures that were sent and are no longer pending.</summary>
    public void Keep(IEnumerable<FailureKey> pending) => _reported.IntersectWith(pending);
}
