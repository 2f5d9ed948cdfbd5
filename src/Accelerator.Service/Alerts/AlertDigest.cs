using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>
/// What one receiver was told, and what it is told next. Pure. A line that comes and goes in less than <paramref name="after"/> is told by
/// the log alone, and a hundred files that fail for one reason are one message: whoever is woken for nothing no longer reads what wakes
/// him.
/// </summary>
/// <param name="after">How long something must have been wrong.</param>
/// <param name="every">One message in this time at most.</param>
internal sealed class AlertDigest(TimeSpan after, TimeSpan every)
{
    /// <summary>Files that a message names; the others are counted.</summary>
    public const int MostFailures = 20;

    private readonly Dictionary<string, OpenIncident> _notified = new(StringComparer.Ordinal);
    private readonly List<AlertFailure> _failures = [];
    private int _more;
    private DateTimeOffset _next = DateTimeOffset.MinValue;

    /// <summary>A file has failed for good.</summary>
    public void Note(AlertFailure failure)
    {
        // Never one after others that are only counted.
        if (_failures.Count < MostFailures && _more == 0) _failures.Add(failure);
        else _more++;
    }

    /// <summary>What is to be told now; null for nothing yet.</summary>
    /// <param name="standing">What is wrong now.</param>
    /// <param name="now">The time.</param>
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

    /// <summary>It was told.</summary>
    public void Notified(AlertNews news, DateTimeOffset now)
    {
        foreach (var incident in news.Began) _notified[incident.About] = incident;
        foreach (var incident in news.Over) _notified.Remove(incident.About);
        _failures.RemoveRange(0, news.Failures.Count);
        _more -= news.MoreFailures;
        _next = now + every;
    }

    /// <summary>It could not be told: it is tried again, with what has come by then.</summary>
    public void NotTold(DateTimeOffset now, TimeSpan pause) => _next = now + pause;
}
