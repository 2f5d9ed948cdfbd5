using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>
/// Tracks what one receiver has been sent, and decides what it is sent next. Pure. An incident that lasts less than
/// <paramref name="after"/> appears in the log only, a cause is reported at most once an hour, and a hundred files that fail for one reason
/// make one message: operators who are alerted without need stop reading alerts.
/// </summary>
/// <param name="after">How long an incident must last before it is sent.</param>
/// <param name="every">The interval in which at most one message is sent.</param>
/// <param name="quiet">The hours in which nothing is sent.</param>
internal sealed class AlertDigest(TimeSpan after, TimeSpan every, IReadOnlyList<ClockWindow>? quiet = null)
{
    /// <summary>The most files that a message names; further ones are only counted.</summary>
    public const int MostFailures = 20;

    // A cause that returns within this time is the same one: its end is sent when it has stayed away for so long.
    private static readonly TimeSpan OncePer = TimeSpan.FromHours(1);

    private readonly Dictionary<string, Entry> _entries = new(StringComparer.Ordinal);
    private readonly HashSet<FailureKey> _reported = [];
    private DateTimeOffset _next = DateTimeOffset.MinValue;

    /// <summary>Whether failed files are reported too. Default true.</summary>
    public bool HasFailures { get; init; } = true;

    /// <summary>How long an incident must be over before its end is sent. Null, the default, for as long as it must last.</summary>
    public TimeSpan? OverAfter { get; init; }

    /// <summary>Returns whether a message may be sent now.</summary>
    public bool IsDue(DateTimeOffset now) => now >= _next && !IsQuiet(now);

    /// <summary>Returns the news to send now; null if there is none yet. Called at every check, also if nothing may be sent.</summary>
    /// <param name="standing">The open incidents.</param>
    /// <param name="pending">The failures that the ledger has as pending, the oldest first.</param>
    /// <param name="now">The current time.</param>
    public AlertNews? Due(IReadOnlyList<AlertCause> standing, IReadOnlyList<PendingAlert> pending, DateTimeOffset now)
    {
        Observe(standing, now);
        List<AlertCause> began = [.. standing.Where(cause => IsNews(cause, now))];
        if (IsQuiet(now))
            foreach (var cause in began) _entries[cause.Key].Withheld[cause.Incident.About] = cause;
        if (!IsDue(now)) return null;
        var ended = _entries.Values.Where(entry => IsOver(entry, now))
            .SelectMany(static entry => entry.Known.Select(cause => (Cause: cause, IsExpired: cause.Incident.Expires <= entry.GoneSince)))
            .ToLookup(static end => end.IsExpired, static end => end.Cause);
        var failures = HasFailures ? pending.Where(failure => !_reported.Contains(failure.Key)).ToList() : [];
        var news = new AlertNews(
            AlertCause.Lines(began), Ended(isExpired: false),
            [.. failures.Take(MostFailures).Select(AlertFailure.Of)], Math.Max(0, failures.Count - MostFailures))
        {
            At = now,
            Expired = Ended(isExpired: true),
            Causes = began,
            Reported = [.. failures.Select(static failure => failure.Key)],
        };
        return news.IsEmpty ? null : news;

        IReadOnlyList<OpenIncident> Ended(bool isExpired) =>
            [.. AlertCause.Lines(ended[isExpired]).OrderBy(static incident => incident.About, StringComparer.Ordinal)];
    }

    /// <summary>Records that the news was sent.</summary>
    /// <param name="news">The news.</param>
    /// <param name="now">When the sending had ended.</param>
    public void Notified(AlertNews news, DateTimeOffset now)
    {
        // By the time of the news: an end that became due while it was sent is not in it.
        foreach (var entry in _entries.Values.Where(entry => IsOver(entry, news.At))) entry.Forget();
        foreach (var cause in news.Causes) _entries[cause.Key].Notified(cause, now);
        _reported.UnionWith(news.Reported);
        _next = now + every;
    }

    /// <summary>Records when the receiver was last sent causes, by this service before its restart or by another node.</summary>
    public void Learn(IReadOnlyDictionary<string, DateTimeOffset> sent)
    {
        foreach (var (key, at) in sent)
        {
            if (!_entries.TryGetValue(key, out var entry)) _entries.Add(key, entry = new Entry());
            if (!(entry.LastSent >= at)) entry.LastSent = at;
        }
    }

    /// <summary>Records that sending failed: it is tried again after the pause, together with the news that has arrived by then.</summary>
    public void SendFailed(DateTimeOffset now, TimeSpan pause) => _next = now + pause;

    /// <summary>Returns whether the receiver needs no message about a failure that is still pending, because it has got one.</summary>
    public bool HasReported(FailureKey failure) => !HasFailures || _reported.Contains(failure);

    /// <summary>Forgets the failures that were sent and are no longer pending.</summary>
    public void Keep(IEnumerable<FailureKey> pending) => _reported.IntersectWith(pending);

    private bool IsQuiet(DateTimeOffset now) => quiet?.Any(window => window.Holds(now)) == true;

    private void Observe(IReadOnlyList<AlertCause> standing, DateTimeOffset now)
    {
        var open = standing.Select(static cause => cause.Key).ToHashSet(StringComparer.Ordinal);
        foreach (var key in open)
        {
            if (!_entries.TryGetValue(key, out var entry)) _entries.Add(key, new Entry());
            else if (entry.GoneSince is not null) (entry.GoneSince, entry.ReturnedAt) = (null, now);
        }
        foreach (var cause in standing) _entries[cause.Key].Update(cause);
        foreach (var (key, entry) in _entries.ToList())
        {
            if (open.Contains(key)) continue;
            entry.GoneSince ??= now;
            if (!entry.Known.Any() && !(now - entry.LastSent < OncePer)) _entries.Remove(key);
        }
    }

    private bool IsNews(AlertCause cause, DateTimeOffset now) =>
        _entries[cause.Key] is var entry && !entry.Sent.ContainsKey(cause.Incident.About)
            && now - cause.Incident.Since >= after && !(now - entry.LastSent < OncePer);

    private bool IsOver(Entry entry, DateTimeOffset now) =>
        entry.Known.Any() && now - entry.GoneSince >= (now - entry.ReturnedAt < OncePer ? OncePer : OverAfter ?? after);

    // The history of one cause.
    private sealed class Entry
    {
        // The incidents that were sent, and those that quiet hours withheld.
        public Dictionary<string, AlertCause> Sent { get; } = new(StringComparer.Ordinal);

        public Dictionary<string, AlertCause> Withheld { get; } = new(StringComparer.Ordinal);

        public DateTimeOffset? LastSent { get; set; }

        public DateTimeOffset? GoneSince { get; set; }

        public DateTimeOffset? ReturnedAt { get; set; }

        public IEnumerable<AlertCause> Known => Sent.Values.Concat(Withheld.Values);

        // Its last message and the time at which it expires are sent at its end.
        public void Update(AlertCause cause)
        {
            if (Sent.ContainsKey(cause.Incident.About)) Sent[cause.Incident.About] = cause;
        }

        public void Notified(AlertCause cause, DateTimeOffset now)
        {
            Sent[cause.Incident.About] = cause;
            Withheld.Clear();
            LastSent = now;
        }

        public void Forget()
        {
            Sent.Clear();
            Withheld.Clear();
        }
    }
}
