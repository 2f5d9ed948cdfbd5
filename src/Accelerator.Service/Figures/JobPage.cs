using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Figures;

/// <summary>The details of one job that the page shows besides its figures.</summary>
/// <param name="Name">The job.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Address">The server's host and port.</param>
/// <param name="Folders">The folders on the server, as in the job file.</param>
/// <param name="Target">The folder that files are delivered into, as in the job file.</param>
/// <param name="EverySeconds">The polling interval; null for <paramref name="Cron"/>.</param>
/// <param name="Cron">The cron expression; null for an interval.</param>
/// <param name="Zone">The time zone of the cron expression.</param>
/// <param name="Log">The latest events, the latest first.</param>
internal sealed record JobPage(string Name, string Server, string Address, IReadOnlyList<string> Folders, string Target,
    double? EverySeconds, string? Cron, string Zone, IReadOnlyList<TrailEntry> Log)
{
    /// <summary>Returns the page of a job.</summary>
    public static JobPage Of(JobDefinition job, IReadOnlyList<TrailEntry> log) => new(
        job.Name, job.Server.Name, $"{job.Server.Endpoint.Host}:{job.Server.Endpoint.Port}", [.. job.Folders.Select(folder => folder.Text)],
        job.Destination is { } destination ? destination.AddressOf(job.Target.Text) : job.Target.Text, job.Schedule.Every?.TotalSeconds,
        job.Schedule.Cron, job.Schedule.Zone.Id, log);
}
