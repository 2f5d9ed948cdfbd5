using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Service;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>
/// Runs <c>ftpx job validate</c>. It never uses the network. A service on this computer that answers tells what its jobs have delivered;
/// without one, times are not compared with measured rates.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="host">The computer whose service is asked; null to ask none.</param>
internal sealed class JobFileCheck(ProcessEnvironment environment, ServiceHost? host)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    public async Task<int> RunAsync(JobOptions options)
    {
        var bytes = await ReadAsync(options.File!).ConfigureAwait(false);
        var reading = JobFileReader.Read(bytes, CronSchedule.Check, foreign: ForeignPaths.Warn);
        string? protection = null;
        if (reading.File is not null && host is not null)
        {
            var demands = await DemandsAsync(host, options).ConfigureAwait(false);
            string? weakness = null;
            if (reading.File.Ledger is { Kind: LedgerKind.PostgreSql, Connection: { } connection })
                (protection, weakness) = await ProtectionAsync(host, options, connection).ConfigureAwait(false);
            reading = JobFileReader.Read(bytes, CronSchedule.Check, demands, ForeignPaths.Warn, weakness);
        }
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
            var verdict = warnings == 0 ? "no problems found" : $"valid, with {Format.Count(warnings, "warning")}";
            environment.Out.WriteLine(
                $"{Format.Count(file.Jobs.Count, "job")} of {Format.Count(file.Servers.Count, "server")}: {verdict}.");
            if (protection is not null) environment.Out.WriteLine(SafeText.Escape(protection));
        }
        foreach (var problem in reading.Problems)
            environment.Messages.Error($"{Path.GetFileName(options.File!)}, {problem}");
        foreach (var warning in reading.Warnings) environment.Messages.Warn($"{Path.GetFileName(options.File!)}, {warning}");
        return reading.File is null ? ExitCodes.Usage : ExitCodes.Ok;
    }

    private async Task<IReadOnlyList<JobDemand>> DemandsAsync(ServiceHost asked, JobOptions options)
    {
        try
        {
            var client = asked.Client(asked.DataOf(options.Data, environment), environment.Time);
            return (await ServiceAnswer.AskAsync(client, "job.demand").ConfigureAwait(false)).Of("demand", ControlJson.Default.JobDemand);
        }
        catch (Exception e) when (e is ControlException || (e is UsageException && options.Data is null))
        {
            // No service runs here, this account may not ask it, or it is of an older version.
            return [];
        }
    }

    // The service has the connection string, and on Windows no other account can decrypt it.
    private async Task<(string? Protection, string? Weakness)> ProtectionAsync(ServiceHost asked, JobOptions options, string credential)
    {
        try
        {
            var client = asked.Client(asked.DataOf(options.Data, environment), environment.Time);
            var answer = await ServiceAnswer.AskAsync(client, "ledger.protection", ("name", credential)).ConfigureAwait(false);
            return (Only(answer, "protection"), Only(answer, "warning"));
        }
        catch (ControlException e) when (e.Kind == ControlFailure.NotFound)
        {
            return (null, e.Message);
        }
        catch (Exception e) when (e is ControlException || (e is UsageException && options.Data is null))
        {
            return ($"ledger: PostgreSQL. The service tells at its start what protects the connection; it does not answer now, and only it "
                + $"can read the credential {credential}.", null);
        }
    }

    private static string? Only(ServiceAnswer answer, string member) =>
        answer.Of(member, ControlJson.Default.String) is [var sentence, ..] ? sentence : null;

    private async Task<byte[]> ReadAsync(string name)
    {
        var path = Path.GetFullPath(name, environment.Folder);
        try
        {
            return await File.ReadAllBytesAsync(path).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The job file {SafeText.Escape(name)} cannot be read: {ReadFailure.Sentence(e, path)}");
        }
    }
}
