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
    public JobCommand(Func<JobOptions, Task<int>> run) : base("job", "Manage scheduled jobs", run)
    {
        Example("ftpx job validate jobs.json", "check a job file");
        Example("ftpx job list", "state, next poll, last delivery");
        Example("ftpx job run passes --dry-run", "what a poll would deliver");
        Example("ftpx job history passes --failures", "the quarantined files");
        var data = Word("--data", "DIR", "as for ftpx service", "Data folder of the service", (o, v) => o with { Data = v });
        var dryRun = Flag("--dry-run", "Write nothing; show what would be delivered or held back", (o, v) => o with { IsDry = v });
        var reason = Word("--reason", "TEXT", "none", "Reason for the pause, shown to others", (o, v) => o with { Reason = v });
        var failures = Flag("--failures", "Show quarantined files instead of deliveries", (o, v) => o with { Failures = v });
        var effects = Flag("--effects", "Retry failed commands and manifest lines, not files", (o, v) => o with { Effects = v });
        var limit = Value(
            "--limit", "N", $"{JobOptions.UsualLimit}", $"Maximum number of entries, 1 to {JobQueries.Most}", ReadLimit,
            (o, v) => o with { Limit = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var job = Job("Name of the job");
        var anyJob = Job("Name of the job [default: all jobs]", isOptional: true);
        var name = File("Files of this name, in any folder [default: all]", isOptional: true);
        var file = File("Job file to check");

        Subcommand("list", "Show each job's state, next poll and last delivery", Verb(JobVerb.List), data, json);
        Subcommand("run", "Poll a job's folders now and deliver complete files", Verb(JobVerb.Run), job, dryRun, data, json);
        Subcommand("pause", "Stop polling a job; transfers in progress continue", Verb(JobVerb.Pause), job, reason, data);
        Subcommand("resume", "Resume a paused job", Verb(JobVerb.Resume), job, data);
        Subcommand("history", "Show deliveries, newest first", Verb(JobVerb.History), anyJob, failures, limit, data, json);
        Subcommand("retry", "Retry a job's quarantined files", Verb(JobVerb.Retry), job, name, effects, data);
        Subcommand("validate", "Check a job file; show when and where jobs would poll", Verb(JobVerb.Validate), file, json);
    }

    private static JobOptions Verb(JobVerb verb) => new() { Verb = verb };

    private static int ReadLimit(string word) =>
        int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= JobQueries.Most
            ? limit
            : throw new UsageException($"\"{SafeText.Escape(word)}\" is no number from 1 to {JobQueries.Most}.");

    private Argument Job(string text, bool isOptional = false) => Argument("NAME", text, (o, v) => o with { Job = v }, isOptional);

    private Argument File(string text, bool isOptional = false) => Argument("FILE", text, (o, v) => o with { File = v }, isOptional);
}
