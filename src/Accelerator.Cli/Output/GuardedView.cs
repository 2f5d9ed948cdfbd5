using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// A view whose terminal, pipe or file may disappear: a lost terminal (SIGHUP) or a full disk under redirected output must not end the
/// transfer in the middle of an event. After the first failed write nothing more is shown.
/// </summary>
internal sealed class GuardedView(ITransferView inner) : ITransferView
{
    private volatile IOException? _failure;

    /// <summary>The reason why nothing more is shown; null if no write has failed.</summary>
    public IOException? Failure => _failure;

    /// <inheritdoc/>
    public void Report(TransferEvent value) => Try(() => inner.Report(value));

    /// <inheritdoc/>
    public void ShowPlan(TransferPlan plan) => Try(() => inner.ShowPlan(plan));

    /// <inheritdoc/>
    public void ShowPlan(MirrorPlan plan, MirrorRequest request) => Try(() => inner.ShowPlan(plan, request));

    /// <inheritdoc/>
    public void ShowDifference(MirrorPlan plan, MirrorRequest request, ExitCode code) =>
        Try(() => inner.ShowDifference(plan, request, code));

    /// <inheritdoc/>
    public void ShowStart(MirrorPlan plan, MirrorRequest request) => Try(() => inner.ShowStart(plan, request));

    /// <inheritdoc/>
    public void ShowResult(MirrorResult result, ExitCode code) => Try(() => inner.ShowResult(result, code));

    /// <inheritdoc/>
    public void ShowProblem(MirrorProblem problem) => Try(() => inner.ShowProblem(problem));

    /// <inheritdoc/>
    public void ShowPlan(FxpPreview preview) => Try(() => inner.ShowPlan(preview));

    /// <inheritdoc/>
    public void ShowFile(FxpFileResult result) => Try(() => inner.ShowFile(result));

    /// <inheritdoc/>
    public void ShowProblem(TransferException problem) => Try(() => inner.ShowProblem(problem));

    /// <inheritdoc/>
    public void ShowResult(FxpSummary summary) => Try(() => inner.ShowResult(summary));

    /// <inheritdoc/>
    public void ShowResult(GetSummary summary) => Try(() => inner.ShowResult(summary));

    /// <inheritdoc/>
    public void ShowRoutes(IReadOnlyList<RouteShare> routes) => Try(() => inner.ShowRoutes(routes));

    /// <inheritdoc/>
    public string? Prompt(string question, Func<string?> readLine)
    {
        string? answer = null;
        Try(() => answer = inner.Prompt(question, readLine));
        return answer;
    }

    /// <inheritdoc/>
    public void Say(string sentence) => Try(() => inner.Say(sentence));

    /// <inheritdoc/>
    public void Fail(string sentence) => Try(() => inner.Fail(sentence));

    /// <inheritdoc/>
    public void Dispose() => Try(inner.Dispose);

    private void Try(Action show)
    {
        if (_failure is not null) return;
        try
        {
            show();
        }
        catch (IOException e)
        {
            _failure = e;
        }
    }
}
