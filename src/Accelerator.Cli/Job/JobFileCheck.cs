using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>Runs <c>ftpx job validate</c>. It never uses the network.</summary>
internal sealed class JobFileCheck(ProcessEnvironment environment)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    public async Task<int> RunAsync(JobOptions options)
    {
        var reading = JobFileReader.Read(await ReadAsync(options.File!).ConfigureAwait(false), CronSchedule.Check);
        var now = environment.Time.GetUtcNow();
        if (options.Json)
        {
            foreach (var line in reading.Problems.Select(JobJson.Problem).Concat(reading.Warnings.Select(JobJson.Warning))
                .Concat((reading.File?.Jobs ?? []).Select(job => JobJson.Job(job, now)))) environment.Out.WriteLine(line);
        }
        else if (reading.File is { } file)
        {
            JobText.Jobs(file, now).Show(environment.OpenOutTerminal(), environment.Out);
            var warnings = reading.Warnings.Count;
            var verdict = warnings == 0 ? "nothing is wrong" : $"valid, with {Format.Count(warnings, "warning")}";
            environment.Out.WriteLine(
                $"{Format.Count(file.Jobs.Count, "job")} of {Format.Count(file.Servers.Count, "server")}: {verdict}.");
        }
        foreach (var problem in reading.Problems)
            environment.Messages.Error($"{Path.GetFileName(options.File!)}, {problem}");
        foreach (var warning in reading.Warnings) environment.Messages.Warn($"{Path.GetFileName(options.File!)}, {warning}");
        return reading.File is null ? ExitCodes.Usage : ExitCodes.Ok;
    }

    private async Task<byte[]> ReadAsync(string name)
    {
        try
        {
            return await File.ReadAllBytesAsync(Path.GetFullPath(name, environment.Folder)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The job file {SafeText.Escape(name)} cannot be read: {e.Message}");
        }
    }
}
