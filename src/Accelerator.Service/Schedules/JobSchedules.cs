using Accelerator.Jobs.Definitions;
using Quartz;
using Quartz.Impl;

namespace Accelerator.Service.Schedules;

/// <summary>
/// Schedules the polls of each job. For one node Quartz keeps the schedules in memory and rebuilds them from the job file at every start.
/// Nodes that share a ledger keep them in the ledger's database, and each poll fires on one of them; a poll whose node dies is restarted by
/// another node. A poll still in progress when the next is due is not started twice.
/// </summary>
internal sealed class JobSchedules : IAsyncDisposable
{
    private readonly IScheduler _scheduler;
    private readonly bool _isShared;

    private JobSchedules(IScheduler scheduler, bool isShared) => (_scheduler, _isShared) = (scheduler, isShared);

    /// <summary>Starts the scheduler without jobs.</summary>
    /// <param name="poll">Polls a job's folders; its exceptions are lost.</param>
    /// <param name="store">The store that the nodes share; null for a single node.</param>
    /// <exception cref="SchedulerException">The database does not answer.</exception>
    public static async Task<JobSchedules> StartAsync(
        Func<string, CancellationToken, Task> poll, ScheduleStore? store, CancellationToken cancellationToken)
    {
        var scheduler = await new StdSchedulerFactory(SchedulerSettings.Of(store)).GetScheduler(cancellationToken).ConfigureAwait(false);
        // Otherwise a second scheduler of the same cluster could not be created in this process.
        SchedulerRepository.Instance.Remove(scheduler.SchedulerName);
        scheduler.JobFactory = new ScheduledPollFactory(poll);
        return new JobSchedules(scheduler, isShared: store is not null);
    }

    /// <summary>Applies the schedules of these jobs. A job whose schedule is unchanged keeps its rhythm.</summary>
    /// <param name="jobs">The jobs.</param>
    /// <param name="mayPoll">Whether this node polls; if not, it also leaves the schedules of the other nodes unchanged.</param>
    /// <returns>The names of the jobs that cannot be scheduled, each with the reason; the other jobs poll.</returns>
    /// <exception cref="SchedulerException">The database does not answer.</exception>
    public async Task<IReadOnlyDictionary<string, string>> ApplyAsync(
        IReadOnlyList<JobDefinition> jobs, bool mayPoll, CancellationToken cancellationToken)
    {
        var refused = new Dictionary<string, string>(StringComparer.Ordinal);
        if (!mayPoll)
        {
            if (_scheduler.IsStarted) await _scheduler.Standby(cancellationToken).ConfigureAwait(false);
            return refused;
        }
        var wanted = jobs.Where(job => job.IsEnabled).ToDictionary(job => new JobKey(job.Name));
        foreach (var key in await _scheduler.GetJobKeys(
            Quartz.Impl.Matchers.GroupMatcher<JobKey>.AnyGroup(), cancellationToken).ConfigureAwait(false))
        {
            var detail = await _scheduler.GetJobDetail(key, cancellationToken).ConfigureAwait(false);
            if (wanted.TryGetValue(key, out var job) && detail?.Description == Describe(job.Schedule)) wanted.Remove(key);
            else await _scheduler.DeleteJob(key, cancellationToken).ConfigureAwait(false);
        }
        foreach (var (key, job) in wanted)
        {
            var detail = JobBuilder.Create<ScheduledPoll>().WithIdentity(key).WithDescription(Describe(job.Schedule))
                .RequestRecovery(_isShared).Build();
            try
            {
                await _scheduler.ScheduleJob(detail, TriggerOf(job), cancellationToken).ConfigureAwait(false);
            }
            catch (JobPersistenceException e) when (_isShared && e.GetBaseException() is ObjectAlreadyExistsException)
            {
                // Another node has already stored the same schedule.
            }
            catch (SchedulerException e) when (e is not JobPersistenceException)
            {
                // Quartz refuses a trigger that never fires, as one for a year that has passed.
                refused[job.Name] = e.Message;
            }
        }
        if (!_scheduler.IsStarted || _scheduler.InStandbyMode) await _scheduler.Start(cancellationToken).ConfigureAwait(false);
        return refused;
    }

    /// <summary>Returns when a job polls next, in UTC; null for a job that does not poll automatically.</summary>
    public async Task<DateTimeOffset?> NextAsync(string job, CancellationToken cancellationToken) =>
        (await _scheduler.GetTriggersOfJob(new JobKey(job), cancellationToken).ConfigureAwait(false)).Min(
            trigger => trigger.GetNextFireTimeUtc());

    public async ValueTask DisposeAsync() =>
        await _scheduler.Shutdown(waitForJobsToComplete: true, CancellationToken.None).ConfigureAwait(false);

    // After an outage one poll is enough to catch up.
    private static ITrigger TriggerOf(JobDefinition job)
    {
        var trigger = TriggerBuilder.Create().WithIdentity(job.Name);
        return job.Schedule.Cron is { } cron
            ? trigger.WithCronSchedule(
                cron, schedule => schedule.InTimeZone(job.Schedule.Zone).WithMisfireHandlingInstructionFireAndProceed()).Build()
            : trigger.StartNow()
                .WithSimpleSchedule(schedule => schedule.WithInterval(job.Schedule.Every!.Value).RepeatForever()
                    .WithMisfireHandlingInstructionNextWithRemainingCount()).Build();
    }

    private static string Describe(JobSchedule schedule) =>
        schedule.Cron is { } cron ? $"{cron} {schedule.Zone.Id}" : $"every {schedule.Every}";
}
