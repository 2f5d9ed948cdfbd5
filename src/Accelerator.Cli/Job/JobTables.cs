using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Ledger;
using Spectre.Console;

namespace Accelerator.Cli.Job;

/// <summary>
/// Formats the job data of a service and its ledger as tables. The tables show durations, which operators ask for; the JSON has the
/// timestamps.
/// </summary>
internal static class JobTables
{
    private const string Nothing = "-";

    // The least important first: a narrow terminal shows what tells a healthy job from a stuck one.
    private static readonly string[] OptionalOfJobs = ["in progress", "next poll", "server", "oldest"];

    private static readonly string[] OptionalOfDeliveries = ["delay", "version"];

    /// <summary>The state of each job, with as many columns as fit <paramref name="terminal"/>.</summary>
    public static TextTable Standing(IReadOnlyList<JobStatus> jobs, DateTimeOffset now, IAnsiConsole? terminal) =>
        Fitted(Standing(jobs, now), OptionalOfJobs, terminal);

    // The table with as many columns as fit in rows of one line. If not even the fewest do, their rows have several lines; if words would
    // be broken, or without a terminal, the table has all columns.
    private static TextTable Fitted(TextTable whole, string[] optional, IAnsiConsole? terminal)
    {
        if (terminal is null) return whole;
        var narrower = Enumerable.Range(0, optional.Length + 1).Select(count => Narrow(whole, optional.Take(count))).ToList();
        return narrower.Prepend(whole).FirstOrDefault(table => table.FitsUnbroken(terminal))
            ?? (narrower[^1].Fits(terminal) ? narrower[^1] : whole);
    }

    private static TextTable Standing(IReadOnlyList<JobStatus> jobs, DateTimeOffset now) => new(
        null,
        ["job", "server", "state", "next poll", "last complete poll", "waiting", "in progress", "failed", "oldest", "last delivery"],
        [.. jobs.Select(job => new[]
        {
            job.Name, job.Server ?? Nothing, State(job), Ahead(job.NextPoll, now), Ago(job.LastCompletePoll, now),
            Files(job, FileState.Discovered, FileState.Stable, FileState.Queued), Files(job, FileState.Transferring, FileState.Verified),
            Files(job, FileState.Failed, FileState.Quarantined),
            job.OldestUndelivered is { } oldest ? Format.Clock(now - oldest) : Nothing, Ago(job.LastDelivered, now),
        })]);

    // Without some columns, and with short headings for the rest.
    private static TextTable Narrow(TextTable whole, IEnumerable<string> dropped)
    {
        List<int> kept = [.. Enumerable.Range(0, whole.Columns.Count).Where(i => !dropped.Contains(whole.Columns[i]))];
        return new TextTable(null, [.. kept.Select(i => Short(whole.Columns[i]))], [.. whole.Rows.Select(row => Pick(row, kept))]);

        static string Short(string heading) => heading == "last complete poll" ? "complete poll" : heading;

        static IReadOnlyList<string> Pick(IReadOnlyList<string> row, List<int> kept) => [.. kept.Select(i => row[i])];
    }

    /// <summary>Since when and why a job is paused.</summary>
    public static string Paused(JobStatus job) =>
        $"{job.Name} has been paused since {Time(job.PausedSince!.Value)}{(job.PausedReason is { } reason ? $": {reason}" : "")}";

    /// <summary>The outcome of a poll for each folder of a job.</summary>
    public static TextTable Polled(IReadOnlyList<PolledFolder> folders) => new(
        null,
        ["folder", "entries", "matching", "new", "to deliver", "size", "listing"],
        [.. folders.Select(folder => new[]
        {
            folder.Folder, Format.Number(folder.Listed), Format.Number(folder.Wanted), Format.Number(folder.New),
            Format.Number(folder.Queued), Format.Size(folder.QueuedBytes),
            folder.Problem is not null ? "failed" : folder.Complete ? "complete" : "incomplete",
        })]);

    /// <summary>The files that would be delivered or are held back, and why.</summary>
    public static TextTable Held(IReadOnlyList<HeldFile> files) => new(
        null, ["file", "folder", "size", "status"],
        [.. files.Select(file => new[] { file.Name, file.Folder, Format.Size(file.Size), file.Why })]);

    /// <summary>The deliveries, with as many columns as fit <paramref name="terminal"/>.</summary>
    public static TextTable History(IReadOnlyList<Delivery> deliveries, IAnsiConsole? terminal)
    {
        var isOneJob = deliveries.Select(one => one.Job).Distinct().Count() == 1;
        return Fitted(History(deliveries), [.. OptionalOfDeliveries, .. isOneJob ? ["job"] : Array.Empty<string>()], terminal);
    }

    private static TextTable History(IReadOnlyList<Delivery> deliveries) => new(
        null,
        ["id", "delivered", "job", "file", "version", "size", "delay", "path"],
        [.. deliveries.Select(one => new[] { one.Id.ToString(CultureInfo.InvariantCulture), Time(one.PublishedAt), one.Job, one.Name,
            Format.Number(one.Version), Format.Size(one.Size), Format.Clock(one.PublishedAt - one.FirstSeen), one.FinalPath })]);

    /// <summary>The quarantined files.</summary>
    public static TextTable Quarantined(IReadOnlyList<QuarantinedFile> files) => new(
        null,
        ["file", "job", "folder", "size", "since", "attempts", "reason"],
        [.. files.Select(file => new[]
        {
            file.Name, file.Job, file.Folder, Format.Size(file.Size), Time(file.Since), Format.Number(file.Attempts),
            $"{file.State.ToString().ToLowerInvariant()}: {file.Error}",
        })]);

    // The labels of the status page; the names in the JSON are shorter.
    private static string State(JobStatus job) =>
        job.State switch
        {
            "ok" => "OK",
            "new" => "not polled yet",
            "off" => "disabled",
            "behind" => "below objective",
            "effects" => "commands failed",
            "aside" => "quarantined files",
            "outage" => "known outage",
            "gaps" => "incomplete slots",
            "silent" => "archive silent",
            "trouble" => "folder problem",
            "blind" => "no complete poll",
            "blocked" => "cannot store files",
            "login" => "login fails",
            "unreachable" => "server unreachable",
            null => job.PausedSince is not null ? "paused" : Nothing,
            var state => state,
        };

    private static string Files(JobStatus job, params FileState[] states) =>
        Format.Number(states.Sum(state => job.Files.GetValueOrDefault(state.ToString().ToLowerInvariant())));

    private static string Ahead(DateTimeOffset? time, DateTimeOffset now) => time is { } then ? $"in {Format.Clock(then - now)}" : Nothing;

    private static string Ago(DateTimeOffset? time, DateTimeOffset now) => time is { } then ? $"{Format.Clock(now - then)} ago" : Nothing;

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);
}
