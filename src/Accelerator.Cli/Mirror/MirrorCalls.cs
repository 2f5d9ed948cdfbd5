using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Mirror;

/// <summary>The first engine call of <c>mirror</c>, so that tests can substitute it.</summary>
/// <param name="Open">Opens the local folder, given the request, whether it is a dry run, the event sink and a cancellation token.</param>
internal sealed record MirrorCalls(Func<MirrorRequest, bool, IProgress<TransferEvent>, CancellationToken, Task<MirrorSteps>> Open)
{
    /// <summary>The calls of the real engine.</summary>
    public static MirrorCalls Real(TimeProvider time) => new(async (request, isDryRun, events, cancellationToken) =>
    {
        var runner = await MirrorRunner.OpenAsync(request, isDryRun, events, time, cancellationToken).ConfigureAwait(false);
        return new MirrorSteps(runner.PlanAsync, runner.RunAsync, runner.DisposeAsync);
    });
}

/// <summary>The operations on a local folder that the engine holds for one mirror.</summary>
/// <param name="Plan">Lists and compares.</param>
/// <param name="Run">Fetches, then deletes.</param>
/// <param name="Close">Releases the folder.</param>
internal sealed record MirrorSteps(
    Func<CancellationToken, Task<MirrorPlan>> Plan, Func<MirrorPlan, CancellationToken, Task<MirrorResult>> Run,
    Func<ValueTask> Close) : IAsyncDisposable
{
    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Close();
}
