using System.Collections.Concurrent;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Polling;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Core;

/// <summary>
/// Writes job events to the log. An incident with a folder, a server or the ledger is logged when it begins, when it changes and when it
/// is over, not at each poll.
/// </summary>
internal sealed class JobEventLog(ILogger log, TimeProvider time) : IProgress<JobEvent>
{
    private const string PathsTo = "paths to server ";

    // What follows " of " in it is not the name of a job.
    private const string NodeJobFile = "job file of this node";
    private const string OfServer = "server ";

    private readonly ConcurrentDictionary<string, OpenIncident> _incidents = new(StringComparer.Ordinal);
    private IReadOnlyDictionary<string, ServerDefinition>? _servers;

    /// <summary>The messages of the open incidents.</summary>
    public IReadOnlyList<string> Incidents => [.. Standing.Select(incident => incident.Message)];

    /// <summary>The open incidents, each with its start.</summary>
    public IReadOnlyList<OpenIncident> Standing => [.. _incidents.Values.OrderBy(incident => incident.About, StringComparer.Ordinal)];

    public void Report(JobEvent value)
    {
        switch (value)
        {
            case JobEvent.Polled(var report):
                Polled(report);
                break;
            case JobEvent.Delivered delivered:
                Delivered(delivered);
                break;
            case JobEvent.Refused { Kind: "cancelled" }:
                break;
            case JobEvent.Refused refused:
                Refused(refused);
                break;
            case JobEvent.Incident(var about, var message) incident:
                Incident(about, message, incident.Jobs, incident.IsLogin);
                break;
            case JobEvent.Recovered(var about):
                Settle(about);
                break;
            case JobEvent.AfterDelivery { Error: { } error } after:
                AfterFailed(after, Shown(error));
                break;
        }
    }

    /// <summary>Opens an incident, or updates its message.</summary>
    public void Incident(string about, string message, IReadOnlyList<string>? jobs = null, bool isLogin = false)
    {
        var shown = isLogin ? WithAdvice(about, Shown(message)) : Shown(message);
        _incidents.TryGetValue(about, out var known);
        if (known?.Message == shown) return;
        // The message may change; the start of the incident does not.
        _incidents[about] = new OpenIncident(about, shown, known?.Since ?? time.GetUtcNow()) { Jobs = jobs ?? [], IsLogin = isLogin };
        ServiceEvents.IncidentOpened(log, about, shown);
    }

    /// <summary>Closes an incident.</summary>
    public void Settle(string about)
    {
        if (_incidents.TryRemove(about, out _)) ServiceEvents.Recovered(log, about);
    }

    /// <summary>Closes the incidents of jobs and servers that the job file no longer has: no later event would close them.</summary>
    public void Follow(JobFile file)
    {
        Volatile.Write(ref _servers, file.Servers);
        foreach (var (about, incident) in _incidents)
        {
            if (IsGone(incident, file)) Settle(about);
        }
    }

    private static bool IsGone(OpenIncident incident, JobFile file)
    {
        var about = incident.About;
        if (incident.Jobs.Count > 0) return !incident.Jobs.Any(Has);
        if (After(OfServer) is { } server) return !file.Servers.ContainsKey(server);
        if (After(PathsTo) is { } bound) return file.Servers.GetValueOrDefault(bound) is not { Bind.Count: > 0 };
        if (After(JobEvent.NetworkPathTo) is { } measured) return file.Servers.GetValueOrDefault(measured) is not { Measure: not null };
        if (about == NodeJobFile || about.LastIndexOf(" of ", StringComparison.Ordinal) is not (> 0 and var end)) return false;
        var owner = about[(end + " of ".Length)..];
        return owner.StartsWith(OfServer, StringComparison.Ordinal) ? !file.Servers.ContainsKey(owner[OfServer.Length..]) : !Has(owner);

        bool Has(string name) => file.Jobs.Any(job => job.Name == name);

        string? After(string start) => about.StartsWith(start, StringComparison.Ordinal) ? about[start.Length..] : null;
    }

    private void Delivered(JobEvent.Delivered delivered)
    {
        var (path, seconds) = (Shown(delivered.TargetPath), delivered.Elapsed.TotalSeconds);
        ServiceEvents.Delivered(log, delivered.Claim.Job, path, delivered.Size, seconds, delivered.How);
    }

    private void Refused(JobEvent.Refused refused)
    {
        var level = refused.Action is DeliveryAction.Fail or DeliveryAction.Quarantine ? LogLevel.Error : LogLevel.Warning;
        var sentence = Shown(refused.Message);
        // The message may say itself how to retry.
        var retry = sentence.Contains("ftpx job retry", StringComparison.Ordinal)
            ? "" : $" To retry, run ftpx job retry {refused.Claim.Job}.";
        var what = What(refused.Action, retry);
        ServiceEvents.Refused(log, level, refused.Claim.Job, sentence, what);
    }

    private void AfterFailed(JobEvent.AfterDelivery after, string sentence)
    {
        var (level, what) = after.IsLast
            ? (LogLevel.Error, $"All attempts failed. To retry, run ftpx job retry {after.Effect.Delivery.Job} --effects.")
            : (LogLevel.Warning, "The service retries.");
        ServiceEvents.AfterFailed(log, level, after.Effect.Delivery.Job, sentence, what);
    }

    private static string Shown(string text) => SafeText.Escape(text);

    private static string What(DeliveryAction action, string retry) => action switch
    {
        DeliveryAction.TryAgain => "The service retries.",
        DeliveryAction.ObserveAgain => "The file is delivered when polls find it unchanged again.",
        DeliveryAction.Fail => $"All attempts failed.{retry}",
        DeliveryAction.Quarantine => $"The file is quarantined.{retry}",
        _ => "Another node delivers the file.",
    };

    private void Polled(PollReport report)
    {
        if (report.New + report.Queued > 0)
        {
            var listed = report.Listed == 1 ? "1 entry" : $"{report.Listed} entries";
            ServiceEvents.Looked(log, report.Job, listed, report.New, report.Queued);
        }
        var polled = new HashSet<string>(StringComparer.Ordinal);
        foreach (var folder in report.Folders)
        {
            var path = Shown(folder.Folder);
            var about = $"folder {path} of {report.Job}";
            polled.Add(about);
            if (folder.Earlier is { } earlier) ServiceEvents.Renamed(log, report.Job, path, earlier.Job, earlier.Server);
            // A refusal by the server is reported once for the server, not for each of its jobs and folders.
            if (folder.IsOfServer) continue;
            var note = folder.Plan is { IsUndecided: false } plan ? plan.Note : null;
            if ((folder.Problem?.Message ?? note) is { } message) Incident(about, message);
            else Settle(about);
        }
        // A folder whose date has passed is not polled again. A poll that the server cut short says nothing about the later folders.
        if (report.Folders is [.., { IsOfServer: true }]) return;
        foreach (var about in _incidents.Keys.Where(
            about => about.StartsWith("folder ", StringComparison.Ordinal) && about.EndsWith($" of {report.Job}", StringComparison.Ordinal)
                && !polled.Contains(about))) Settle(about);
    }

    private string WithAdvice(string about, string message)
    {
        var server = about.StartsWith(OfServer, StringComparison.Ordinal)
            ? Volatile.Read(ref _servers)?.GetValueOrDefault(about[OfServer.Length..]) : null;
        return LoginAdvice.Of(server, message) is { } advice ? $"{message.TrimEnd('.')}. {Shown(advice)}" : message;
    }
}
