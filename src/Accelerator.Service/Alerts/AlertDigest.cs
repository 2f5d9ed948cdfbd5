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
    private readonly List<AlertFailure> _failures = [];
    private int _more;
    private DateTimeOffset _next = DateTimeOffset.MinValue;

    /// <summary>Adds a file that has failed for good.</summary>
    public void Note(AlertFailure failure)
    {
        // Do not name a file after others were only counted.
        if (_failures.Count < MostFailures && _more == 0) _failures.Add(failure);
        else _more++;
    }

    /// <summary>Returns the news to send now; null if there is none yet.</summary>
    /// <param name="standing">The open incidents.</param>
    /// <param name="now">The current time.</param>
    public AlertNews? Due(IReadOnlyList<OpenIncident> standing, DateTimeOffset now)
    {
        if (now < _next) return null;
        var wrong = standing.Select(incident => incident.About).ToHashSet(StringComparer.Ordinal);
        var news = new AlertNews(
            [.. standing.Where(incident => !_notified.ContainsKey(incident.About) && now - incident.Since >= after)],
            [.. _notified.Values.Where(incident => !wrong.Contains(incident.About))
                .OrderBy(incident => incident.About, StringComparer.Ordinal)],
            [.. _failures],
            _more);
        return news.IsEmpty ? null : news;
    }

    /// <summary>Records that the news was sent.</summary>
    public void Notified(AlertNews news, DateTimeOffset now)
    {
        foreach (var incident in news.Began) _notified[incident.About] = incident;
        foreach (var incident in news.Over) _notified.Remove(incident.About);
        _failures.RemoveRange(0, news.Failures.Count);
        _more -= news.MoreFailures;
        _next = now + every;
    }

    /// <summary>Records that sending failed: it is tried again after the pause, together with the news that has arrived by then.</summary>
    public void NotTold(DateTimeOffset now, TimeSpan pause) => _next = now + pause;
}
