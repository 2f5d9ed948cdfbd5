using System.CommandLine;
using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Job;

/// <summary>The <c>ftpx job</c> command: parses its arguments into <see cref="JobOptions"/>. The runner is injected.</summary>
internal sealed class JobCommand : VerbCommand<JobOptions>
{
    public JobCommand(Func<JobOptions, Task<int>> run) : base("job", "Manage scheduled jobs", run)
    {
        Example("ftpx job init ftp://host//archive -o jobs.json", "a first job file");
        Example("ftpx job validate jobs.json", "check a job file");
        Example("ftpx job list", "state, next poll, last delivery");
        Example("ftpx job run passes --dry-run", "what a poll would deliver");
        Example("ftpx job history passes --failures", "failed, quarantined and lost files");
        Example("ftpx job gaps passes --since 7d", "expected files that are absent");
        var data = Word("--data", "DIR", "as for ftpx service", "Data folder of the service", (o, v) => o with { Data = v });
        var dryRun = Flag("--dry-run", "Write nothing; show what would be delivered or held back", (o, v) => o with { IsDry = v });
        var reason = Word("--reason", "TEXT", "none", "Reason, shown to others", (o, v) => o with { Reason = v });
        var from = Value("--from", "WHEN", "none", "Beginning of the outage; UTC, or with an offset", MirrorValues.PointInTime,
            (o, v) => o with { From = v });
        var to = Value("--to", "WHEN", "none", "End of the outage, exclusive; UTC, or with an offset", MirrorValues.PointInTime,
            (o, v) => o with { To = v });
        var since = Value("--since", "WHEN", "all; gaps: 2d", "Only since 2026-11-20 (UTC), or within 36h or 7d", MirrorValues.PointInTime,
            (o, v) => o with { Since = v });
        var until = Value(
            "--until", "WHEN", "now", "Only before 2026-11-20 (UTC)", MirrorValues.PointInTime, (o, v) => o with { Until = v });
        var filter = Word("--name", "PATTERN", "all", "Only files of this name, with * and ?", (o, v) => o with { Name = v });
        var failures = Flag("--failures", "Show failed, quarantined and lost files, not deliveries", (o, v) => o with { Failures = v });
        var effects = Flag("--effects", "Retry failed commands and manifest lines, not files", (o, v) => o with { Effects = v });
        var limit = Value(
            "--limit", "N", $"{JobOptions.UsualLimit}", $"Maximum number of entries, 1 to {JobQueries.Most}", ReadLimit,
            (o, v) => o with { Limit = v });
        var before = Value(
            "--before", "ID", "the newest", "Only deliveries below this number, for the next page", ReadDelivery,
            (o, v) => o with { Before = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var job = Job("Name of the job");
        var anyJob = Job("Name of the job [default: all jobs]", isOptional: true);
        var name = File("Files of this name, in any folder [default: all]", isOptional: true);
        var file = File("Job file to check");
        var skipped = File("Name of the file, in any folder");
        var action = Argument("add|list|remove", "What to do", (o, v) => o with { Action = v }, words: ["add", "list", "remove"]);
        var id = Argument("ID", "Number of the outage to remove", (o, v) => o with { File = v }, isOptional: true);

        var url = Argument("URL", "Folder of the archive", (o, v) => o with { File = v });
        var output = Word(
            "--output", "FILE", "standard output", "File to write; not replaced", (o, v) => o with { Output = v }, alias: "-o");

        Subcommand("init", "Write a first job file by looking at a server's folders", Verb(JobVerb.Init), url, output);
        Subcommand("list", "Show each job's state, next poll and last delivery", Verb(JobVerb.List), data, json);
        Subcommand("run", "Poll a job's folders now and deliver complete files", Verb(JobVerb.Run), job, dryRun, data, json);
        Subcommand("pause", "Stop polling a job; transfers in progress continue", Verb(JobVerb.Pause), job, reason, data);
        Subcommand("resume", "Resume a paused job", Verb(JobVerb.Resume), job, data);
        Subcommand("history", "Show deliveries, newest first", Verb(JobVerb.History), anyJob, filter, since, until, failures, limit,
            before, data, json);
        Subcommand("gaps", "Show incomplete slots of expected files, and why", Verb(JobVerb.Gaps), job, since, data, json);
        Subcommand("outage", "Add, list or remove known outages, which are not gaps", Verb(JobVerb.Outage), action, anyJob, id, from, to,
            reason, data, json);
        Subcommand("retry", "Retry a job's failed and quarantined files", Verb(JobVerb.Retry), job, name, effects, data);
        Subcommand("skip", "Skip an undelivered file, until it changes", Verb(JobVerb.Skip), job, skipped, reason, data);
        Subcommand("validate", "Check a job file; show when and where jobs would poll", Verb(JobVerb.Validate), file, data, json);
    }

    protected override void Check(JobOptions options)
    {
        if (options.Failures && (options.Name ?? (object?)options.Since ?? options.Until ?? (object?)options.Before) is not null)
            throw new UsageException(
                "--failures lists all failed, quarantined and lost files: omit --name, --since, --until and --before.");
        if (options.Verb != JobVerb.Outage) return;
        if (options.Action is not ("add" or "list" or "remove"))
            throw new UsageException($"\"{SafeText.Escape(options.Action ?? "")}\" is not known: use add, list or remove.");
        if (options.Action != "list" && options.Job is null) throw new UsageException($"outage {options.Action} needs the name of a job.");
        if (options.Action == "add" && (options.From is null || options.To is null))
            throw new UsageException("outage add needs --from and --to, as in --from 2026-11-24T10:00 --to 2026-11-24T16:00.");
        if (options.Action == "remove" && options.File is null)
            throw new UsageException("outage remove needs the number of the outage, which ftpx job outage list shows.");
    }

    private static JobOptions Verb(JobVerb verb) => new() { Verb = verb };

    private static int ReadLimit(string word) =>
        int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= JobQueries.Most
            ? limit
            : throw new UsageException($"\"{SafeText.Escape(word)}\" is not a number from 1 to {JobQueries.Most}.");

    private static long ReadDelivery(string word) =>
        long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id >= 1 ? id
            : throw new UsageException($"\"{SafeText.Escape(word)}\" is not the number of a delivery, which ftpx job history shows as id.");

    private Argument Job(string text, bool isOptional = false) => Argument("NAME", text, (o, v) => o with { Job = v }, isOptional);

    private Argument File(string text, bool isOptional = false) => Argument("FILE", text, (o, v) => o with { File = v }, isOptional);
}
