using Quartz;
using Quartz.Spi;

namespace Accelerator.Service.Schedules;

/// <summary>Gives Quartz its errands, all with the one way to look.</summary>
internal sealed class ScheduledPollFactory(Func<string, CancellationToken, Task> poll) : IJobFactory
{
    /// <inheritdoc/>
    public IJob NewJob(TriggerFiredBundle bundle, IScheduler scheduler) => new ScheduledPoll(poll);

    /// <inheritdoc/>
    public void ReturnJob(IJob job)
    {
        // Nothing was opened for it.
    }
}

/// <summary>One look of one job, as Quartz fires it: never two of a job at a time.</summary>
[DisallowConcurrentExecution]
internal sealed class ScheduledPoll(Func<string, CancellationToken, Task> poll) : IJob
{
    /// <inheritdoc/>
    public Task Execute(IJobExecutionContext context) => poll(context.JobDetail.Key.Name, context.CancellationToken);
}
