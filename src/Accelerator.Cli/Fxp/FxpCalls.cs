using Accelerator.Cli.Output;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Fxp;

/// <summary>The calls of the engine that <c>fxp</c> needs, so that tests can answer them.</summary>
/// <param name="Search">Finds out what a tree or a pattern means.</param>
/// <param name="Plan">Asks and plans, sends nothing.</param>
/// <param name="Run">Lets the files be found, and copies them.</param>
internal sealed record FxpCalls(
    Func<FxpWant, CancellationToken, Task<FxpFound>> Search,
    Func<FxpRequest, IProgress<FxpEvent>, CancellationToken, Task<IReadOnlyList<FxpPlan>>> Plan,
    Func<FxpRequest, Func<CancellationToken, Task<IReadOnlyList<FxpItem>>>, IProgress<FxpEvent>, CancellationToken, Task<FxpResult>> Run)
{
    /// <summary>The real engine.</summary>
    public static FxpCalls Real(TimeProvider time)
    {
        var runner = new FxpRunner(time);
        return new FxpCalls(
            async (want, cancellationToken) =>
            {
                var source = await ListingRunner.OpenAsync(want.Source.Way, want.Source.Site, time, cancellationToken).ConfigureAwait(false);
                await using var first = source.ConfigureAwait(false);
                var destination = await ListingRunner.OpenAsync(want.Destination.Way, want.Destination.Site, time, cancellationToken).ConfigureAwait(false);
                await using var second = destination.ConfigureAwait(false);
                var search = new FxpSearch(want.Request, source, destination);
                return want.Pattern is { } pattern
                    ? await search.PatternAsync(pattern, want.Folder, cancellationToken).ConfigureAwait(false)
                    : await search.TreeAsync(want.Tree!, want.Folder, want.Filter, cancellationToken).ConfigureAwait(false);
            },
            runner.PlanAsync,
            runner.RunAsync);
    }
}
