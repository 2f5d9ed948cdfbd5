using Quartz;

namespace Accelerator.Service.Schedules;

/// <summary>One look of one job, as Quartz fires it: never two of a job at a time.</summary>
[DisallowConcurrentExecution]
internal sealed class LookErrand(Func<string, CancellationToken, Task> look) : IJob
{
    /// <inheritdoc/>
    public Task Execute(IJobExecutionContext context) => look(context.JobDetail.Key.Name, context.CancellationToken);
}
