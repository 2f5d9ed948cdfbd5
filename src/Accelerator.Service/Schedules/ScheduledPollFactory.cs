using Quartz;
using Quartz.Spi;

namespace Accelerator.Service.Schedules;

/// <summary>Creates the jobs for Quartz, all with the same poll function.</summary>
internal sealed class ScheduledPollFactory(Func<string, CancellationToken, Task> poll) : IJobFactory
{
    public IJob NewJob(TriggerFiredBundle bundle, IScheduler scheduler) => new ScheduledPoll(poll);

    public void ReturnJob(IJob job)
    {
        // The job holds no resources.
    }
}

/// <summary>One poll of a job, as Quartz fires it: never two of the same job at a time.</summary>
[DisallowConcurrentExecution]
internal sealed class ScheduledPoll(Func<string, CancellationToken, Task> poll) : IJob
{
    public Task Execute(IJobExecutionContext context) => poll(context.JobDetail.Key.Name, context.CancellationToken);
}
