using System.CommandLine;

namespace Accelerator.Cli.Job;

/// <summary><c>ftpx job</c>: words to <see cref="JobOptions"/>. The work is injected.</summary>
internal static class JobCommand
{
    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<JobOptions, Task<int>> run) => new("job", "Look after the jobs of a service.")
    {
        Make("list", "Show where each job stands: when it looks next, what waits, what it delivered last.", JobVerb.List, run, [], table => [table.Data, table.Json]),
        Make("run", "Look into the folders of a job now, and let what is complete be delivered.", JobVerb.Run, run, [Job(isOptional: false)], table => [table.DryRun, table.Data, table.Json]),
        Make("pause", "Let a job look no more and begin nothing of it, until it is resumed. What is under way goes on.", JobVerb.Pause, run, [Job(isOptional: false)], table => [table.Reason, table.Data]),
        Make("resume", "Let a paused job go on.", JobVerb.Resume, run, [Job(isOptional: false)], table => [table.Data]),
        Make("history", "Show what was delivered, the newest first; with --failures what is put aside.", JobVerb.History, run, [Job(isOptional: true)], table => [table.Failures, table.Limit, table.Data, table.Json]),
        Make("retry", "Try again what a job has put aside.", JobVerb.Retry, run, [Job(isOptional: false), Word("FILE", "The files of this name, in whichever folder; all without it.", isOptional: true)], table => [table.Effects, table.Data]),
        Make("validate", "Check a job file: every key, and when and where each job would look.", JobVerb.Validate, run, [Word("FILE", "A job file; docs/jobs.md has every key.", isOptional: false)], table => [table.Json]),
    };

    private static Argument<string?> Job(bool isOptional) => Word("NAME", isOptional ? "The job; all of them without it." : "The job.", isOptional);

    private static Argument<string?> Word(string name, string text, bool isOptional) => new(name) { Description = text, Arity = isOptional ? ArgumentArity.ZeroOrOne : ArgumentArity.ExactlyOne };

    private static Command Make(string name, string text, JobVerb verb, Func<JobOptions, Task<int>> run, Argument<string?>[] words, Func<JobOptionTable, Option[]> taken)
    {
        var table = new JobOptionTable();
        var options = taken(table);
        var command = new Command(name, text);
        foreach (var word in words) command.Add(word);
        foreach (var option in options) command.Add(option);
        command.SetAction((parsed, _) => run(new JobOptions
        {
            Verb = verb,
            Job = words.FirstOrDefault(word => word.Name == "NAME") is { } job ? parsed.GetValue(job) : null,
            File = words.FirstOrDefault(word => word.Name == "FILE") is { } file ? parsed.GetValue(file) : null,
            Data = options.Contains(table.Data) ? parsed.GetValue(table.Data) : null,
            IsDry = options.Contains(table.DryRun) && parsed.GetValue(table.DryRun),
            Reason = options.Contains(table.Reason) ? parsed.GetValue(table.Reason) : null,
            Failures = options.Contains(table.Failures) && parsed.GetValue(table.Failures),
            Effects = options.Contains(table.Effects) && parsed.GetValue(table.Effects),
            Limit = options.Contains(table.Limit) ? parsed.GetValue(table.Limit) ?? JobOptions.UsualLimit : JobOptions.UsualLimit,
            Json = options.Contains(table.Json) && parsed.GetValue(table.Json),
        }));
        return command;
    }
}
