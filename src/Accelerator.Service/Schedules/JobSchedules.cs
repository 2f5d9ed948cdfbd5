using Accelerator.Jobs.Definitions;
using Quartz;
using Quartz.Impl;

namespace Accelerator.Service.Schedules;

/// <summary>
/// When each job looks. For one node Quartz keeps it in memory: it follows from the job file at every start. Nodes that share a ledger keep
/// it in the ledger's database, and each time comes up at one of them; a look whose node dies is begun again by another. A look that is
/// still under way when the next is due is not begun twice.
/// </summary>
internal sealed class JobSchedules : IAsyncDisposable
{
    private readonly IScheduler _scheduler;
    private readonly bool _isShared;

    private JobSchedules(IScheduler scheduler, bool isShared) => (_scheduler, _isShared) = (scheduler, isShared);

    /// <summary>Starts with nothing to do.</summary>
    /// <param name="poll">Looks into a job's folders; what it throws is lost.</param>
    /// <param name="store">Where nodes share it; null for this one alone.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SchedulerException">The database does not answer.</exception>
    public static async Task<JobSchedules> StartAsync(
        Func<string, CancellationToken, Task> poll, ScheduleStore? store, CancellationToken cancellationToken)
    {
        var scheduler = await new StdSchedulerFactory(SchedulerSettings.Of(store)).GetScheduler(cancellationToken).ConfigureAwait(false);
        // Else a second one of the same cluster could not be made in this process.
        SchedulerRepository.Instance.Remove(scheduler.SchedulerName);
        scheduler.JobFactory = new ScheduledPollFactory(poll);
        return new JobSchedules(scheduler, isShared: store is not null);
    }

    /// <summary>Does from now on what these jobs say. One whose schedule is as it was keeps its pace.</summary>
    /// <param name="jobs">The jobs.</param>
    /// <param name="mayPoll">Whether this node takes its turn; where it does not it also changes nothing of what the others do.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SchedulerException">The database does not answer.</exception>
    public async Task ApplyAsync(IReadOnlyList<JobDefinition> jobs, bool mayPoll, CancellationToken cancellationToken)
    {
        if (!mayPoll)
        {
            if (_scheduler.IsStarted) await _scheduler.Standby(cancellationToken).ConfigureAwait(false);
            return;
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
                // Another node was told the same, and was quicker.
            }
        }
        if (!_scheduler.IsStarted || _scheduler.InStandbyMode) await _scheduler.Start(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>When a job looks next, in UTC; null for one that does not by itself.</summary>
    public async Task<DateTimeOffset?> NextAsync(string job, CancellationToken cancellationToken) =>
        (await _scheduler.GetTriggersOfJob(new JobKey(job), cancellationToken).ConfigureAwait(false)).Min(
            trigger => trigger.GetNextFireTimeUtc());

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() =>
        await _scheduler.Shutdown(waitForJobsToComplete: true, CancellationToken.None).ConfigureAwait(false);

    // After a time in which nobody could look one look is enough.
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
