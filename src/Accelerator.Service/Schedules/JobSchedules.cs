using System.Collections.Specialized;
using Accelerator.Jobs.Definitions;
using Quartz;
using Quartz.Impl;

namespace Accelerator.Service.Schedules;

/// <summary>When each job looks. Quartz keeps it in memory: it follows from the job file at every start. A look that is still under way when the next is due is not begun twice.</summary>
internal sealed class JobSchedules : IAsyncDisposable
{
    private const int MostAtOnce = 16;

    private readonly IScheduler _scheduler;

    private JobSchedules(IScheduler scheduler) => _scheduler = scheduler;

    /// <summary>Starts with nothing to do.</summary>
    /// <param name="look">Looks into a job's folders; what it throws is lost.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task<JobSchedules> StartAsync(Func<string, CancellationToken, Task> look, CancellationToken cancellationToken)
    {
        var factory = new StdSchedulerFactory(new NameValueCollection
        {
            // Several services in one process, as tests have them, are several schedulers.
            ["quartz.scheduler.instanceName"] = $"ftpxd-{Guid.NewGuid():N}",
            ["quartz.threadPool.maxConcurrency"] = $"{MostAtOnce}",
            ["quartz.scheduler.makeSchedulerThreadDaemon"] = "true",
        });
        var scheduler = await factory.GetScheduler(cancellationToken).ConfigureAwait(false);
        scheduler.JobFactory = new LookFactory(look);
        await scheduler.Start(cancellationToken).ConfigureAwait(false);
        return new JobSchedules(scheduler);
    }

    /// <summary>Does from now on what these jobs say. One whose schedule is as it was keeps its pace.</summary>
    public async Task ApplyAsync(IReadOnlyList<JobDefinition> jobs, CancellationToken cancellationToken)
    {
        var wanted = jobs.Where(job => job.IsEnabled).ToDictionary(job => new JobKey(job.Name));
        foreach (var key in await _scheduler.GetJobKeys(Quartz.Impl.Matchers.GroupMatcher<JobKey>.AnyGroup(), cancellationToken).ConfigureAwait(false))
        {
            var detail = await _scheduler.GetJobDetail(key, cancellationToken).ConfigureAwait(false);
            if (wanted.TryGetValue(key, out var job) && detail?.Description == Describe(job.Schedule)) wanted.Remove(key);
            else await _scheduler.DeleteJob(key, cancellationToken).ConfigureAwait(false);
        }
        foreach (var (key, job) in wanted)
        {
            var detail = JobBuilder.Create<LookErrand>().WithIdentity(key).WithDescription(Describe(job.Schedule)).Build();
            await _scheduler.ScheduleJob(detail, TriggerOf(job), cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>When a job looks next, in UTC; null for one that does not by itself.</summary>
    public async Task<DateTimeOffset?> NextAsync(string job, CancellationToken cancellationToken) =>
        (await _scheduler.GetTriggersOfJob(new JobKey(job), cancellationToken).ConfigureAwait(false)).Min(trigger => trigger.GetNextFireTimeUtc());

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await _scheduler.Shutdown(waitForJobsToComplete: true, CancellationToken.None).ConfigureAwait(false);

    // After a time in which nobody could look one look is enough.
    private static ITrigger TriggerOf(JobDefinition job)
    {
        var trigger = TriggerBuilder.Create().WithIdentity(job.Name);
        return job.Schedule.Cron is { } cron
            ? trigger.WithCronSchedule(cron, schedule => schedule.InTimeZone(job.Schedule.Zone).WithMisfireHandlingInstructionFireAndProceed()).Build()
            : trigger.StartNow().WithSimpleSchedule(schedule => schedule.WithInterval(job.Schedule.Every!.Value).RepeatForever().WithMisfireHandlingInstructionNextWithRemainingCount()).Build();
    }

    private static string Describe(JobSchedule schedule) => schedule.Cron is { } cron ? $"{cron} {schedule.Zone.Id}" : $"every {schedule.Every}";
}
