using System.CommandLine;
using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Job;

/// <summary>The options of the <c>ftpx job</c> commands; each takes those that mean something to it.</summary>
internal sealed class JobOptionTable : OptionTable
{
    public JobOptionTable()
    {
        Data = Word(["--data"], "DIR", "as for ftpx service", "The service's data folder.");
        DryRun = Flag("--dry-run", "For run: write nothing, and show what would be delivered, what is held back, and why.");
        Reason = Word(["--reason"], "TEXT", "none", "For pause: why, for whoever comes after.");
        Failures = Flag("--failures", "For history: show what is put aside, and why, in place of what was delivered.");
        Effects = Flag("--effects", "For retry: the commands and manifest lines after deliveries that were given up, in place of files.");
        Limit = Value("--limit", "N", $"{JobOptions.UsualLimit}", $"For history: so many at most, 1 to {JobQueries.Most}.", ReadLimit);
        Json = Flag("--json", "For list, run, history and validate: one JSON object a line.");
    }

    public Option<string?> Data { get; }

    public Option<bool> DryRun { get; }

    public Option<string?> Reason { get; }

    public Option<bool> Failures { get; }

    public Option<bool> Effects { get; }

    public Option<int?> Limit { get; }

    public Option<bool> Json { get; }

    private static int? ReadLimit(string word) => int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= JobQueries.Most
        ? limit
        : throw new UsageException($"\"{SafeText.Escape(word)}\" is no number from 1 to {JobQueries.Most}.");
}
