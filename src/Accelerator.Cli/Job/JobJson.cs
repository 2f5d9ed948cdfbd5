using Accelerator.Cli.Output;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Cli.Job;

/// <summary>Writes jobs and problems as lines of JSON, in the schema of docs/json.md.</summary>
internal static class JobJson
{
    public static string Problem(JobFileProblem problem) => Problem("job_problem", problem);

    public static string Warning(JobFileProblem warning) => Problem("job_warning", warning);

    private static string Problem(string type, JobFileProblem problem) => JsonLine.Of(type, json =>
    {
        json.WriteNumber("line", problem.Line);
        json.WriteString("key", problem.Key);
        json.WriteString("problem", problem.Sentence);
    });

    public static string Job(JobDefinition job, DateTimeOffset now) => JsonLine.Of("job", json =>
    {
        json.WriteString("name", job.Name);
        json.WriteString("server", job.Server.Name);
        json.WriteBoolean("enabled", job.IsEnabled);
        json.WriteTime("next", JobText.Next(job, now));
        json.WriteStrings("folders",
            job.Folders.SelectMany(folder => folder.Expand(now, job.LookBack, job.Name, job.Server.Name)).Select(folder => folder.Path));
        json.WriteString("target", job.TargetAt(now));
    });

    public static string Status(JobStatus job) => JsonLine.Of("job_status", json =>
    {
        json.WriteString("name", job.Name);
        json.WriteString("server", job.Server);
        json.WriteString("kind", job.Kind);
        json.WriteBoolean("enabled", job.Enabled);
        json.WriteString("state", job.State);
        json.WriteString("sentence", job.Sentence);
        json.WriteTime("paused_since", job.PausedSince);
        json.WriteString("paused_reason", job.PausedReason);
        json.WriteTime("next_look", job.NextPoll);
        json.WriteTime("last_complete_look", job.LastCompletePoll);
        json.WriteStartObject("files");
        foreach (var (state, files) in job.Files) json.WriteNumber(state, files);
        json.WriteEndObject();
        json.WriteTime("oldest_undelivered", job.OldestUndelivered);
        json.WriteTime("last_delivered", job.LastDelivered);
    });

    public static string Folder(string job, PolledFolder folder) => JsonLine.Of("job_folder", json =>
    {
        json.WriteString("job", job);
        json.WriteString("folder", folder.Folder);
        json.WriteNumber("listed", folder.Listed);
        json.WriteNumber("wanted", folder.Wanted);
        json.WriteNumber("new", folder.New);
        json.WriteNumber("queued", folder.Queued);
        json.WriteNumber("queued_bytes", folder.QueuedBytes);
        json.WriteBoolean("complete", folder.Complete);
        json.WriteString("note", folder.Note);
        json.WriteString("problem", folder.Problem);
    });

    public static string File(string job, HeldFile file) => JsonLine.Of("job_file", json =>
    {
        json.WriteString("job", job);
        json.WriteString("folder", file.Folder);
        json.WriteString("name", file.Name);
        json.WriteNumber("size", file.Size);
        json.WriteString("why", file.Why);
    });

    public static string More(string job, long files) => JsonLine.Of("job_more", json =>
    {
        json.WriteString("job", job);
        json.WriteNumber("files", files);
    });

    public static string Delivery(Delivery delivery) => JsonLine.Of("delivery", json =>
    {
        json.WriteNumber("id", delivery.Id);
        json.WriteString("job", delivery.Job);
        json.WriteString("server", delivery.Server);
        json.WriteString("folder", delivery.Folder);
        json.WriteString("name", delivery.Name);
        json.WriteNumber("version", delivery.Version);
        json.WriteNumber("size", delivery.Size);
        json.WriteString("modified", delivery.Modified);
        json.WriteString("path", delivery.FinalPath);
        json.WriteString("hash_kind", delivery.HashKind);
        json.WriteString("hash", delivery.Hash);
        json.WriteNumber("fetched", delivery.Fetched);
        json.WriteNumber("failed_tries", delivery.Attempts);
        json.WriteString("owner", delivery.Owner);
        json.WriteTime("first_seen", delivery.FirstSeen);
        json.WriteTime("queued", delivery.QueuedAt);
        json.WriteTime("started", delivery.StartedAt);
        json.WriteTime("delivered", delivery.PublishedAt);
    });

    public static string Gap(string job, ProductSlot gap) => JsonLine.Of("job_gap", json =>
    {
        json.WriteString("job", job);
        json.WriteTime("slot", gap.At);
        ProductJson.WriteGap(json, gap);
    });

    public static string Completeness(JobCompleteness all) => JsonLine.Of("job_completeness", json =>
    {
        json.WriteString("job", all.Job);
        json.WriteTime("since", all.Since);
        json.WriteTime("until", all.Until);
        json.WriteNumber("have", all.Have);
        json.WriteNumber("expect", all.Expect);
        json.WriteNumber("gaps", all.Gaps);
        json.WriteNumber("in_outage", all.InOutage);
        json.WriteNumber("unmatched", all.Unmatched);
        ProductJson.WriteChannels(json, all.Channels);
    });

    public static string Outage(Outage outage) => JsonLine.Of("outage", json =>
    {
        json.WriteNumber("id", outage.Id);
        json.WriteString("job", outage.Job);
        json.WriteTime("from", outage.From);
        json.WriteTime("to", outage.To);
        json.WriteString("reason", outage.Reason);
        json.WriteTime("added", outage.AddedAt);
    });

    public static string Quarantined(QuarantinedFile file) => JsonLine.Of("put_aside", json =>
    {
        json.WriteString("job", file.Job);
        json.WriteString("folder", file.Folder);
        json.WriteString("name", file.Name);
        json.WriteNumber("size", file.Size);
        json.WriteString("state", file.State.ToString().ToLowerInvariant());
        json.WriteTime("since", file.Since);
        json.WriteNumber("tries", file.Attempts);
        json.WriteString("kind", file.Kind);
        json.WriteString("error", file.Error);
    });
}
