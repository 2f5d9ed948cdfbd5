using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes one JSON object per line on standard output, in the schema of docs/json.md. The default encoder writes ASCII only, so that no
/// console code page and no control character in a server's text can corrupt a line.
/// </summary>
internal sealed class JsonView(TextWriter output, MessageWriter error, bool progress, bool detail) : ITransferView
{
    private readonly object _gate = new();

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        switch (value)
        {
            case TransferEvent.Planned planned:
                ShowPlan(planned.Plan);
                break;
            case TransferEvent.Progress { Snapshot: var snapshot } when progress:
                Line(json => JsonLines.Progress(json, snapshot, detail));
                break;
            case TransferEvent.Notice notice:
                Line(json => JsonLines.Warning(json, JsonLines.Name(notice.Kind), notice.Message));
                break;
            case TransferEvent.Decided { Decision: var decision }:
                Line(json => JsonLines.Decision(json, decision));
                break;
            case TransferEvent.Finished finished:
                Line(json => JsonLines.Result(json, finished.Result));
                break;
        }
    }

    /// <inheritdoc/>
    public void ShowPlan(TransferPlan plan) => Line(json => JsonLines.Plan(json, plan));

    /// <inheritdoc/>
    public void ShowPlan(MirrorPlan plan, MirrorRequest request)
    {
        foreach (var fetch in plan.Fetches) Line(json => MirrorJson.File(json, fetch));
        foreach (var extra in plan.Extras) Line(json => MirrorJson.File(json, "extra", extra));
        foreach (var problem in plan.Problems) Line(json => MirrorJson.Problem(json, problem));
        ShowStart(plan, request);
    }

    /// <inheritdoc/>
    public void ShowDifference(MirrorPlan plan, MirrorRequest request, ExitCode code)
    {
        ShowPlan(plan, request);
        Line(json => MirrorJson.Difference(json, plan, code));
    }

    /// <inheritdoc/>
    public void ShowStart(MirrorPlan plan, MirrorRequest request) => Line(json => MirrorJson.Plan(json, plan, request));

    /// <inheritdoc/>
    public void ShowResult(MirrorResult result, ExitCode code)
    {
        foreach (var gone in result.Deleted) Line(json => MirrorJson.File(json, "deleted", gone));
        foreach (var problem in result.Problems) Line(json => MirrorJson.Problem(json, problem));
        Line(json => MirrorJson.Result(json, result, code));
    }

    /// <inheritdoc/>
    public void ShowProblem(MirrorProblem problem)
    {
        Fail(problem.Message);
        Line(json => MirrorJson.Problem(json, problem));
    }

    /// <inheritdoc/>
    public void ShowPlan(FxpPreview preview)
    {
        foreach (var plan in preview.Plans) Line(json => FxpJson.Plan(json, plan, preview.Run.Request));
        foreach (var file in preview.Others.Where(file => file.WasThere || file.LeftOut)) ShowFile(file);
        Line(json => FxpJson.Preview(json, preview));
    }

    /// <inheritdoc/>
    public void ShowFile(FxpFileResult result) => Line(json => FxpJson.Result(json, result));

    /// <inheritdoc/>
    public void ShowProblem(TransferException problem) => Line(json => FxpJson.Problem(json, problem));

    /// <inheritdoc/>
    public void ShowResult(FxpSummary summary) => Line(json => FxpJson.Summary(json, summary));

    /// <inheritdoc/>
    public void ShowResult(GetSummary summary) => Line(summary.Write);

    /// <inheritdoc/>
    public void ShowRoutes(IReadOnlyList<RouteShare> routes) => Line(json => JsonLines.RouteResult(json, routes));

    /// <inheritdoc/>
    public string? Prompt(string question, Func<string?> readLine) =>
        throw new InvalidOperationException("A run with JSON output cannot ask a question.");

    /// <inheritdoc/>
    public void Say(string sentence) => Line(json => JsonLines.Warning(json, JsonLines.Name(NoticeKind.Other), sentence));

    /// <inheritdoc/>
    public void Fail(string sentence) => error.Error(sentence);

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private void Line(Action<Utf8JsonWriter> write)
    {
        lock (_gate) output.WriteLine(JsonLine.Of(write));
    }
}
