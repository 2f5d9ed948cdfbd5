using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Cli.Job;

/// <summary>
/// Formats the job data of a service and its ledger as tables. The tables show durations, which operators ask for; the JSON has the
/// timestamps.
/// </summary>
internal static class JobTables
{
    private const string Nothing = "-";

    /// <summary>The state of each job.</summary>
    public static TextTable Standing(IReadOnlyList<JobStatus> jobs, DateTimeOffset now) => new(
        null,
        ["job", "server", "state", "next look", "complete look", "waiting", "under way", "put aside", "oldest", "last delivery"],
        [.. jobs.Select(job => new[]
        {
            job.Name, job.Server ?? Nothing, State(job), Ahead(job.NextPoll, now), Ago(job.LastCompletePoll, now),
            Files(job, FileState.Discovered, FileState.Stable, FileState.Queued), Files(job, FileState.Transferring, FileState.Verified),
            Files(job, FileState.Failed, FileState.Quarantined),
            job.OldestUndelivered is { } oldest ? Format.Clock(now - oldest) : Nothing, Ago(job.LastDelivered, now),
        })]);

    /// <summary>Since when and why a job is paused.</summary>
    public static string Paused(JobStatus job) =>
        $"{job.Name} is paused since "
            + $"{Time(job.PausedSince!.Value)}{(job.PausedReason is { } reason ? $": {reason}" : "; nobody said why")}";

    /// <summary>The outcome of a poll for each folder of a job.</summary>
    public static TextTable Polled(IReadOnlyList<PolledFolder> folders) => new(
        null,
        ["folder", "entries", "wanted", "new", "to deliver", "bytes", "listing"],
        [.. folders.Select(folder => new[]
        {
            folder.Folder, Format.Number(folder.Listed), Format.Number(folder.Wanted), Format.Number(folder.New),
            Format.Number(folder.Queued), Format.Size(folder.QueuedBytes),
            folder.Problem is not null ? "failed" : folder.Complete ? "complete" : "not complete",
        })]);

    /// <summary>The files that would be delivered or are held back, and why.</summary>
    public static TextTable Held(IReadOnlyList<HeldFile> files) => new(
        null, ["file", "folder", "size", "why it is not delivered"],
        [.. files.Select(file => new[] { file.Name, file.Folder, Format.Size(file.Size), file.Why })]);

    /// <summary>The deliveries.</summary>
    public static TextTable History(IReadOnlyList<Delivery> deliveries) => new(
        null,
        ["delivered", "job", "file", "size", "after", "as"],
        [.. deliveries.Select(one => new[] { Time(one.PublishedAt), one.Job, one.Name, Format.Size(one.Size),
            Format.Clock(one.PublishedAt - one.FirstSeen), one.FinalPath })]);

    /// <summary>The quarantined files.</summary>
    public static TextTable Quarantined(IReadOnlyList<QuarantinedFile> files) => new(
        null,
        ["file", "job", "folder", "size", "put aside", "tries", "why"],
        [.. files.Select(file => new[]
        {
            file.Name, file.Job, file.Folder, Format.Size(file.Size), Time(file.Since), Format.Number(file.Attempts),
            $"{file.State.ToString().ToLowerInvariant()}: {file.Error}",
        })]);

    private static string State(JobStatus job) =>
        job.State ?? (job.PausedSince is not null ? "paused" : Nothing);

    private static string Files(JobStatus job, params FileState[] states) =>
        Format.Number(states.Sum(state => job.Files.GetValueOrDefault(state.ToString().ToLowerInvariant())));

    private static string Ahead(DateTimeOffset? time, DateTimeOffset now) => time is { } then ? $"in {Format.Clock(then - now)}" : Nothing;

    private static string Ago(DateTimeOffset? time, DateTimeOffset now) => time is { } then ? $"{Format.Clock(now - then)} ago" : Nothing;

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);
}
