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
