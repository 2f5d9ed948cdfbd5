using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Running;

/// <summary>The two calls of the engine that <c>get</c> needs, so that tests can answer them.</summary>
/// <param name="Run">Fetches everything.</param>
/// <param name="Plan">Inspects and plans, fetches nothing.</param>
internal sealed record TransferCalls(
    Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> Run,
    Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<IReadOnlyList<TransferPlan>>> Plan)
{
    /// <summary>The real engine.</summary>
    public static TransferCalls Real(TimeProvider time)
    {
        var runner = new TransferRunner(time);
        return new TransferCalls(runner.RunAsync, runner.PlanAsync);
    }
}
