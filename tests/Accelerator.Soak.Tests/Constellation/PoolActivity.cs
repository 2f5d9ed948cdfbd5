namespace Accelerator.Soak.Tests.Constellation;

/// <summary>What the thread pool of this process does: the service and the servers run on it, and on nothing else.</summary>
/// <param name="Busy">The work items that run or wait for a thread.</param>
/// <param name="Done">The work items completed so far.</param>
internal readonly record struct PoolActivity(long Busy, long Done)
{
    public static PoolActivity Read()
    {
        ThreadPool.GetMaxThreads(out var most, out _);
        ThreadPool.GetAvailableThreads(out var free, out _);
        return new PoolActivity(most - free + ThreadPool.PendingWorkItemCount, ThreadPool.CompletedWorkItemCount);
    }

    /// <summary>Allows threads that block, and others beside them.</summary>
    public static void AllowBlocking() => ThreadPool.SetMinThreads(8, 8);
}
