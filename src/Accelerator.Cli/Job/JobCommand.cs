using System.CommandLine;
using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Job;

/// <summary>The <c>ftpx job</c> command: parses its arguments into <see cref="JobOptions"/>. The runner is injected.</summary>
internal sealed class JobCommand : VerbCommand<JobOptions>
{
    public JobCommand(Func<JobOptions, Task<int>> run) : base("job", "Look after the jobs of a service.", run)
    {
        var data = Word("--data", "DIR", "as for ftpx service", "The service's data folder.", (o, v) => o with { Data = v });
        var dryRun = Flag(
            "--dry-run", "For run: write nothing, and show what would be delivered, what is held back, and why.",
            (o, v) => o with { IsDry = v });
        var reason = Word("--reason", "TEXT", "none", "For pause: why, for whoever comes after.", (o, v) => o with { Reason = v });
        var failures = Flag(
            "--failures", "For history: show what is put aside, and why, in place of what was delivered.",
            (o, v) => o with { Failures = v });
        var effects = Flag(
            "--effects", "For retry: the commands and manifest lines after deliveries that were given up, in place of files.",
            (o, v) => o with { Effects = v });
        var limit = Value(
            "--limit", "N", $"{JobOptions.UsualLimit}", $"For history: so many at most, 1 to {JobQueries.Most}.", ReadLimit,
            (o, v) => o with { Limit = v });
        var json = Flag("--json", "For list, run, history and validate: one JSON object a line.", (o, v) => o with { Json = v });
        var job = Job("The job.");
        var anyJob = Job("The job; all of them without it.", isOptional: true);
        var name = File("The files of this name, in whichever folder; all without it.", isOptional: true);
        var file = File("A job file; docs/jobs.md has every key.");

        Subcommand(
            "list", "Show where each job stands: when it looks next, what waits, what it delivered last.", Verb(JobVerb.List), data, json);
        Subcommand(
            "run", "Look into the folders of a job now, and let what is complete be delivered.", Verb(JobVerb.Run), job, dryRun, data,
            json);
        Subcommand(
            "pause", "Let a job look no more and begin nothing of it, until it is resumed. What is under way goes on.",
            Verb(JobVerb.Pause), job, reason, data);
        Subcommand("resume", "Let a paused job go on.", Verb(JobVerb.Resume), job, data);
        Subcommand(
            "history", "Show what was delivered, the newest first; with --failures what is put aside.", Verb(JobVerb.History), anyJob,
            failures, limit, data, json);
        Subcommand("retry", "Try again what a job has put aside.", Verb(JobVerb.Retry), job, name, effects, data);
        Subcommand("validate", "Check a job file: every key, and when and where each job would look.", Verb(JobVerb.Validate), file, json);
    }

    private static JobOptions Verb(JobVerb verb) => new() { Verb = verb };

    private static int ReadLimit(string word) =>
        int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= JobQueries.Most
            ? limit
            : throw new UsageException($"\"{SafeText.Escape(word)}\" is no number from 1 to {JobQueries.Most}.");

    private Argument Job(string text, bool isOptional = false) => Argument("NAME", text, (o, v) => o with { Job = v }, isOptional);

    private Argument File(string text, bool isOptional = false) => Argument("FILE", text, (o, v) => o with { File = v }, isOptional);
}
