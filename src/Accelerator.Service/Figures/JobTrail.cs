using System.Collections.Concurrent;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Polling;
using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>
/// The latest events of each job since the service started, for the page. Deliveries are not among them: the ledger lists them. The log
/// file has the same events without a limit.
/// </summary>
internal sealed class JobTrail(TimeProvider time) : IProgress<JobEvent>
{
    /// <summary>The maximum number of events that are kept of one job, and of all incidents.</summary>
    public const int Most = 200;

    private readonly ConcurrentDictionary<string, Queue<TrailEntry>> _jobs = new(StringComparer.Ordinal);
    private readonly Queue<(string Kind, OpenIncident Incident)> _incidents = new();
    private readonly Dictionary<string, OpenIncident> _open = new(StringComparer.Ordinal);

    public void Report(JobEvent value)
    {
        switch (value)
        {
            case JobEvent.Polled(var report):
                Polled(report);
                break;
            case JobEvent.Refused({ } claim, _, var kind, var message) when kind != "cancelled":
                Add(claim.Job, "refused", $"{claim.Name}: {message}");
                break;
            case JobEvent.AfterDelivery({ } effect, { } error, _):
                Add(effect.Delivery.Job, "command", $"{effect.Delivery.Name}: {error}");
                break;
            case JobEvent.Incident(var about, var message) incident:
                Opened(new OpenIncident(about, SafeText.Escape(message), time.GetUtcNow()) { Jobs = incident.Jobs });
                break;
            case JobEvent.Recovered(var about):
                Resolved(about);
                break;
        }
    }

    /// <summary>Adds an event of a job.</summary>
    public void Add(string job, string kind, string text)
    {
        var entries = _jobs.GetOrAdd(job, _ => new Queue<TrailEntry>());
        lock (entries)
        {
            if (entries.Count == Most) entries.Dequeue();
            entries.Enqueue(new TrailEntry(time.GetUtcNow(), kind, SafeText.Escape(text)));
        }
    }

    /// <summary>Returns the events of a job, the latest first, with the incidents that concerned it.</summary>
    public IReadOnlyList<TrailEntry> Read(JobDefinition job)
    {
        List<TrailEntry> all = [];
        if (_jobs.TryGetValue(job.Name, out var entries))
        {
            lock (entries) all.AddRange(entries);
        }
        lock (_incidents)
        {
            all.AddRange(_incidents.Where(entry => JobVerdict.Concerning(job, [entry.Incident]).Count > 0).Select(
                entry => new TrailEntry(entry.Incident.Since, entry.Kind, $"{entry.Incident.About}: {entry.Incident.Message}")));
        }
        // The sort is stable: of two events of one moment the later one comes first, too.
        all.Reverse();
        return [.. all.OrderByDescending(entry => entry.At).Take(Most)];
    }

    /// <summary>Returns a verb of the control channel that also adds each change of a job here.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="who">Where its requests come from, as <c>ftpx</c>.</param>
    public ControlVerb Following(ControlVerb verb, string who) =>
        verb.Name is not ("job.run" or "job.pause" or "job.resume" or "job.retry" or "job.skip") ? verb
            : verb with
            {
                RunAsync = async (request, reply, token) =>
                {
                    await verb.RunAsync(request, reply, token).ConfigureAwait(false);
                    if (request.OptionalText("dry") != "true") Add(request.Text("job"), "operator", Words(request, who));
                },
            };

    /// <summary>Describes a request to change a job: <c>pause, by kim (page): maintenance</c>.</summary>
    public static string Words(ControlRequest request, string who)
    {
        string?[] details = [request.OptionalText("name"), request.OptionalText("reason"),
            request.OptionalText("effects") == "true" ? "commands and manifest lines" : null];
        var detail = string.Join(", ", details.Where(one => !string.IsNullOrWhiteSpace(one)));
        return $"{request.Verb["job.".Length..]}, by {who}{(detail.Length == 0 ? "" : $": {detail}")}";
    }

    private void Polled(PollReport report)
    {
        if (report.New + report.Queued > 0)
            Add(report.Job, "poll", $"{CountText.Of(report.Listed, "name")} listed, {report.New} new, {report.Queued} queued.");
        foreach (var folder in report.Folders.Where(folder => !folder.IsOfServer))
        {
            var about = $"folder {SafeText.Escape(folder.Folder)} of {report.Job}";
            if (folder.Problem is { } problem) Opened(new OpenIncident(about, SafeText.Escape(problem.Message), time.GetUtcNow()));
            else Resolved(about);
        }
    }

    private void Opened(OpenIncident incident)
    {
        lock (_incidents)
        {
            // An incident is reported at each failed poll; only a new message is news.
            if (_open.TryGetValue(incident.About, out var known) && known.Message == incident.Message) return;
            _open[incident.About] = incident;
            Keep("incident", incident);
        }
    }

    private void Resolved(string about)
    {
        lock (_incidents)
        {
            if (_open.Remove(about, out var known)) Keep("resolved", known with { Message = "resolved.", Since = time.GetUtcNow() });
        }
    }

    private void Keep(string kind, OpenIncident incident)
    {
        if (_incidents.Count == Most) _incidents.Dequeue();
        _incidents.Enqueue((kind, incident));
    }
}
