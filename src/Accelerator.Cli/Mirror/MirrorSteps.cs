using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Mirror;

/// <summary>What can be done with a local folder that the engine holds for one mirror.</summary>
/// <param name="Plan">Lists and compares.</param>
/// <param name="Run">Fetches, then deletes.</param>
/// <param name="Close">Gives the folder back.</param>
internal sealed record MirrorSteps(
    Func<CancellationToken, Task<MirrorPlan>> Plan, Func<MirrorPlan, CancellationToken, Task<MirrorResult>> Run, Func<ValueTask> Close) : IAsyncDisposable
{
    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Close();
}
