using Accelerator.Cli.Output;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Fxp;

/// <summary>The engine calls that <c>fxp</c> needs, so that tests can substitute them.</summary>
/// <param name="Search">Resolves a tree or a pattern, and decides whether a single file is selected.</param>
/// <param name="Plan">Queries the servers and plans, but transfers nothing.</param>
/// <param name="Run">Has the files searched for, and copies them.</param>
internal sealed record FxpCalls(
    Func<FxpRunRequest, CancellationToken, Task<FxpFound>> Search,
    Func<FxpRequest, IProgress<FxpEvent>, CancellationToken, Task<IReadOnlyList<FxpPlan>>> Plan,
    Func<FxpRequest, Func<CancellationToken, Task<IReadOnlyList<FxpItem>>>, IProgress<FxpEvent>, CancellationToken, Task<FxpResult>> Run)
{
    /// <summary>The calls of the real engine.</summary>
    public static FxpCalls Real(TimeProvider time)
    {
        var runner = new FxpRunner(time);
        return new FxpCalls(
            async (run, cancellationToken) =>
            {
                var source = await ListingRunner.OpenAsync(
                    run.Source.Connection, run.Source.Site, time, cancellationToken).ConfigureAwait(false);
                await using var first = source.ConfigureAwait(false);
                var destination = await ListingRunner.OpenAsync(
                    run.Destination.Connection, run.Destination.Site, time, cancellationToken).ConfigureAwait(false);
                await using var second = destination.ConfigureAwait(false);
                var search = new FxpSearch(run.Request, source, destination);
                if (run.IsSingle) return await search.FileAsync(run.Request.Items[0], run.Filter, cancellationToken).ConfigureAwait(false);
                return run.Pattern is { } pattern
                    ? await search.PatternAsync(pattern, run.Folder, run.Filter, cancellationToken).ConfigureAwait(false)
                    : await search.TreeAsync(run.Tree!, run.Folder, run.Filter, cancellationToken).ConfigureAwait(false);
            },
            runner.PlanAsync,
            runner.RunAsync);
    }
}
