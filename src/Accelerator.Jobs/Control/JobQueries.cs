using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Control;

/// <summary>
/// Answers queries about jobs, with the same result whether the service answers or its ledger is read while no service runs.
/// </summary>
/// <param name="file">The job file in force; null if only the ledger is available.</param>
public sealed class JobQueries(JobLedger ledger, JobFile? file)
{
    /// <summary>The maximum number of lines of a history or a list of quarantined files.</summary>
    public const int Most = 1000;

    private const int MostMeasurements = 10_000;

    private static readonly TimeSpan DemandPeriod = TimeSpan.FromDays(7);

    /// <summary>Returns the status of each job: those of the job file in its order, or without one those that the ledger knows.</summary>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<IReadOnlyList<JobStatus>> ListAsync(CancellationToken cancellationToken)
    {
        var counts = (await ledger.Report.CountsAsync(cancellationToken).ConfigureAwait(false)).ToLookup(count => count.Job);
        var standings = (await ledger.Report.JobsAsync(cancellationToken).ConfigureAwait(false)).ToDictionary(standing => standing.Job);
        var paused = (await ledger.Upkeep.ListPausedAsync(cancellationToken).ConfigureAwait(false)).ToDictionary(job => job.Job);
        var folders = (await ledger.Report.FoldersAsync(null, cancellationToken).ConfigureAwait(false)).ToLookup(folder => folder.Job);
        var names = file?.Jobs.Select(job => job.Name) ?? standings.Keys.Union(paused.Keys).Order(StringComparer.Ordinal);
        return [.. names.Select(name =>
        {
            var (job, standing, pause) = (Definition(name), standings.GetValueOrDefault(name), paused.GetValueOrDefault(name));
            return new JobStatus
            {
                Name = name,
                Server = job?.Server.Name ?? folders[name].MaxBy(folder => folder.LastPoll?.Finished)?.Server,
                Kind = job?.Kind.ToString().ToLowerInvariant(),
                Enabled = job?.IsEnabled,
                PausedSince = pause?.At,
                PausedReason = pause?.Reason,
                LastCompletePoll = folders[name].Max(folder => folder.LastCompletePoll),
                Files = counts[name].OrderBy(count => count.State).ToDictionary(count => count.State.Name(), count => count.Files),
                OldestUndelivered = standing?.OldestUndelivered,
                LastDelivered = standing?.LastPublished,
            };
        })];
    }

    /// <summary>Returns what the jobs of the job file have delivered in the last 7 days, for jobs that have.</summary>
    /// <param name="now">The service's time.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<IReadOnlyList<JobDemand>> DemandAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        var (since, demands, rates) = (now - DemandPeriod, new List<JobDemand>(), new Dictionary<string, long?>(StringComparer.Ordinal));
        foreach (var count in await ledger.Report.DeliveredAsync(since, cancellationToken).ConfigureAwait(false))
        {
            if (Definition(count.Job) is not { } job) continue;
            var server = job.Server.Name;
            if (!rates.TryGetValue(server, out var rate))
                rates[server] = rate = PathMeasurement.Usual(
                    await ledger.Paths.ListAsync(server, since, MostMeasurements, cancellationToken).ConfigureAwait(false));
            demands.Add(new JobDemand(job.Name, server, count.Files, count.Bytes, count.Largest, rate));
        }
        return demands;
    }

    /// <summary>Returns deliveries, the newest first.</summary>
    /// <param name="query">The wanted deliveries, 1 to <see cref="Most"/>.</param>
    /// <exception cref="ControlException">There is no such job.</exception>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<IReadOnlyList<Delivery>> HistoryAsync(DeliveryQuery query, CancellationToken cancellationToken)
    {
        if (query.Job is { } job) await CheckAsync(job, cancellationToken).ConfigureAwait(false);
        return await ledger.Report.HistoryAsync(query, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns failed, quarantined, skipped and lost files, the latest first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="most">1 to <see cref="Most"/>.</param>
    /// <exception cref="ControlException">There is no such job.</exception>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<IReadOnlyList<QuarantinedFile>> QuarantinedAsync(string? job, int most, CancellationToken cancellationToken)
    {
        if (job is not null) await CheckAsync(job, cancellationToken).ConfigureAwait(false);
        var (aside, skipped, lost) = (await ledger.Report.QuarantinedAsync(job, most, cancellationToken).ConfigureAwait(false),
            await ledger.Report.SkippedAsync(job, most, cancellationToken).ConfigureAwait(false),
            await ledger.Report.LostAsync(job, most, cancellationToken).ConfigureAwait(false));
        return
        [
            .. aside.Concat(skipped).Concat(lost).OrderByDescending(file => file.Since).ThenByDescending(file => file.FileId).Take(most),
        ];
    }

    /// <summary>Checks that a job is in the job file or in the ledger: a job removed from the file keeps its history.</summary>
    /// <exception cref="ControlException">The job is in neither.</exception>
    public async Task CheckAsync(string job, CancellationToken cancellationToken)
    {
        if (Definition(job) is not null) return;
        var known = (await ledger.Report.JobsAsync(cancellationToken).ConfigureAwait(false)).Select(standing => standing.Job).ToList();
        if (!known.Contains(job)) throw NoSuchJob(job, [.. (file?.Jobs.Select(one => one.Name) ?? []).Union(known)]);
    }

    /// <summary>Checks that a job is in the job file.</summary>
    /// <exception cref="ControlException">The job is not in the job file.</exception>
    public void CheckDefined(string job)
    {
        if (Definition(job) is null) throw NoSuchJob(job, [.. file?.Jobs.Select(one => one.Name) ?? []]);
    }

    private JobDefinition? Definition(string name) => file?.Jobs.FirstOrDefault(job => job.Name == name);

    private static ControlException NoSuchJob(string job, IReadOnlyList<string> names) => new(
        ControlFailure.NotFound,
        $"There is no job \"{SafeText.Escape(job.Length <= 64 ? job : job[..64] + "...")}\". {Listed(names)}.");

    private static string Listed(IReadOnlyList<string> names) => names.Count switch
    {
        0 => "There are no jobs",
        1 => $"The only job is {names[0]}",
        _ => $"The jobs are {string.Join(", ", names)}",
    };
}
