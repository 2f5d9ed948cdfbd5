using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Running;

/// <summary>The two engine calls that <c>get</c> needs, so that tests can substitute them.</summary>
/// <param name="Run">Fetches all files.</param>
/// <param name="Plan">Inspects and plans, but fetches nothing.</param>
internal sealed record TransferCalls(
    Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> Run,
    Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<IReadOnlyList<TransferPlan>>> Plan)
{
    /// <summary>The calls of the real engine.</summary>
    public static TransferCalls Real(TimeProvider time)
    {
        var runner = new TransferRunner(time);
        return new TransferCalls(runner.RunAsync, runner.PlanAsync);
    }
}
