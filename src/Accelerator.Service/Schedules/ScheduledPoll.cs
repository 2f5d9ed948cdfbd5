using Quartz;

namespace Accelerator.Service.Schedules;

/// <summary>One look of one job, as Quartz fires it: never two of a job at a time.</summary>
[DisallowConcurrentExecution]
internal sealed class ScheduledPoll(Func<string, CancellationToken, Task> poll) : IJob
{
    /// <inheritdoc/>
    public Task Execute(IJobExecutionContext context) => poll(context.JobDetail.Key.Name, context.CancellationToken);
}
