using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Mirror;

/// <summary>The call of the engine that <c>mirror</c> begins with, so that tests can answer it.</summary>
/// <param name="Open">Takes the local folder: the request, whether it is a dry run, who is told, and what stops it.</param>
internal sealed record MirrorCalls(Func<MirrorRequest, bool, IProgress<TransferEvent>, CancellationToken, Task<MirrorSteps>> Open)
{
    /// <summary>The real engine.</summary>
    public static MirrorCalls Real(TimeProvider time) => new(async (request, isDryRun, events, cancellationToken) =>
    {
        var runner = await MirrorRunner.OpenAsync(request, isDryRun, events, time, cancellationToken).ConfigureAwait(false);
        return new MirrorSteps(runner.PlanAsync, runner.RunAsync, runner.DisposeAsync);
    });
}

/// <summary>What can be done with a local folder that the engine holds for one mirror.</summary>
/// <param name="Plan">Lists and compares.</param>
/// <param name="Run">Fetches, then deletes.</param>
/// <param name="Close">Gives the folder back.</param>
internal sealed record MirrorSteps(
    Func<CancellationToken, Task<MirrorPlan>> Plan, Func<MirrorPlan, CancellationToken, Task<MirrorResult>> Run,
    Func<ValueTask> Close) : IAsyncDisposable
{
    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Close();
}
