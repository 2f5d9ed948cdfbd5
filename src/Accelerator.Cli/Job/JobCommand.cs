using System.CommandLine;

namespace Accelerator.Cli.Job;

/// <summary><c>ftpx job</c>: words to <see cref="JobOptions"/>. The work is injected.</summary>
internal static class JobCommand
{
    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<JobOptions, Task<int>> run) => new("job", "Look after the jobs of a service.") { Validate(run) };

    private static Command Validate(Func<JobOptions, Task<int>> run)
    {
        var table = new JobOptionTable();
        var file = new Argument<string>("FILE") { Description = "A job file; docs/jobs.md has every key." };
        var command = new Command("validate", "Check a job file: every key, and when and where each job would look.") { file, table.Json };
        command.SetAction((parsed, _) => run(new JobOptions { File = parsed.GetValue(file)!, Json = parsed.GetValue(table.Json) }));
        return command;
    }
}
