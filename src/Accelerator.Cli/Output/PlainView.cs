using Accelerator.Cli.Hosting;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// The view for logs and pipes: whole lines, with progress at most every five seconds; with <c>detail</c> also the decisions about the
/// number of streams. With <c>quiet</c> errors only.
/// </summary>
internal sealed class PlainView(TextWriter output, MessageWriter error, TimeProvider time, bool quiet, bool detail) : ITransferView
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly object _gate = new();
    private readonly NoticeThrottle _notices = new(time);
    private readonly ShownFailures _shown = new();
    private TransferSnapshot? _pending;
    private long? _lineAt;
    private TimeSpan _sampledAt;
    private bool _hasEnded;
    private bool _moving;
    private bool _asking;

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        lock (_gate)
        {
            switch (value)
            {
                case TransferEvent.Progress { Snapshot: var snapshot } when !quiet:
                    ShowProgress(snapshot);
                    break;
                case TransferEvent.Notice notice when !quiet:
                    _shown.Add(notice);
                    if (_notices.Take(notice) is { } message) error.Write(message);
                    break;
                case TransferEvent.Decided { Decision: var decision } when detail && !quiet:
                    error.Line($"{Format.Clock(decision.Elapsed)} {DecisionText.Line(decision)}");
                    break;
                case TransferEvent.Finished { Result: { Failure: null } result } when !quiet:
                    Complete();
                    EndProgress();
                    output.WriteLine(ResultText.Success(result, detail));
                    break;
                case TransferEvent.Finished { Result: { Failure: { } kind, Message: var why } }:
                    EndProgress();
                    if (_shown.Add(why)) error.Write(ResultText.Failure(kind, why));
                    break;
            }
        }
    }

    /// <inheritdoc/>
    public void ShowPlan(TransferPlan plan)
    {
        foreach (var line in PlanText.Lines(plan)) output.WriteLine(line);
    }

    /// <inheritdoc/>
    public void ShowPlan(MirrorPlan plan, MirrorRequest request)
    {
        lock (_gate)
        {
            foreach (var line in MirrorText.Plan(plan, request, _shown)) output.WriteLine(line);
        }
    }

    /// <inheritdoc/>
    public void ShowDifference(MirrorPlan plan, MirrorRequest request, ExitCode code)
    {
        foreach (var problem in quiet ? plan.Problems : []) error.Error(problem.Message);
        foreach (var line in quiet ? [] : MirrorText.Rows(plan)) output.WriteLine(line);
    }

    /// <inheritdoc/>
    public void ShowStart(MirrorPlan plan, MirrorRequest request)
    {
        // The pending listing line does not belong to the transfer that follows.
        lock (_gate) _pending = null;
        if (MirrorText.Start(plan, request.Delete) is { } line) Say(line);
    }

    /// <inheritdoc/>
    public void ShowResult(MirrorResult result, ExitCode code)
    {
        lock (_gate)
        {
            ShowPending();
            // With quiet, failures of folders have not been shown: they are notices.
            foreach (var problem in quiet ? result.Problems : []) error.Error(problem.Message);
            foreach (var line in quiet ? [] : MirrorText.Result(result, _shown)) output.WriteLine(line);
        }
    }

    /// <inheritdoc/>
    public void ShowProblem(MirrorProblem problem) => Fail(problem.Message);

    /// <inheritdoc/>
    public void ShowPlan(FxpPreview preview)
    {
        foreach (var line in FxpText.Plan(preview)) output.WriteLine(line);
    }

    /// <inheritdoc/>
    public void ShowFile(FxpFileResult result)
    {
        lock (_gate)
        {
            if (result.Failure is { } kind) error.Write(ResultText.Failure(kind, result.Message));
            else if (!quiet) output.WriteLine(FxpText.Success(result));
        }
    }

    /// <inheritdoc/>
    public void ShowProblem(TransferException problem) => Fail(problem.Message);

    /// <inheritdoc/>
    public void ShowResult(FxpSummary summary) => ShowEnd([FxpText.Summary(summary)]);

    /// <inheritdoc/>
    public void ShowResult(GetSummary summary) => ShowEnd(summary.Lines(_shown));

    /// <inheritdoc/>
    public void ShowRoutes(IReadOnlyList<RouteShare> routes)
    {
        lock (_gate)
        {
            if (!quiet) output.WriteLine(RouteText.Summary(routes));
        }
    }

    /// <inheritdoc/>
    public string? Prompt(string question, Func<string?> readLine)
    {
        lock (_gate)
        {
            error.Prompt(question);
            _asking = true;
        }
        // Not under the lock: Ctrl-C may print a message meanwhile.
        var answer = readLine();
        lock (_gate) _asking &= answer is null;
        return answer;
    }

    /// <inheritdoc/>
    public void Say(string sentence)
    {
        lock (_gate)
        {
            if (quiet) return;
            // Without an answer, the row of the question has no line end yet.
            if (_asking) error.Line("");
            _asking = false;
            error.Note(sentence);
        }
    }

    /// <inheritdoc/>
    public void Fail(string sentence)
    {
        lock (_gate) error.Error(sentence);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private void ShowProgress(TransferSnapshot snapshot)
    {
        // The result of one file has its figures.
        if (snapshot is { Phase: TransferPhase.Done, FilesTotal: <= 1 } || IsLate(snapshot)) return;
        _pending = snapshot;
        _lineAt ??= time.GetTimestamp();
        var isFirstByte = !_moving && snapshot.BytesFetched > 0;
        if (!isFirstByte && time.GetElapsedTime(_lineAt.Value) < Pause) return;
        _moving |= isFirstByte;
        _lineAt = time.GetTimestamp();
        ShowPending();
    }

    // The engine samples a run in one thread, and a file ends in another one: a sample from just before the end of a single file may be
    // reported after it, once. The samples of the next run of cat begin at zero again.
    private bool IsLate(TransferSnapshot snapshot)
    {
        var isLate = _hasEnded && snapshot.FilesTotal <= 1 && snapshot.Elapsed >= _sampledAt;
        (_hasEnded, _sampledAt) = (false, snapshot.Elapsed);
        return isLate;
    }

    private void EndProgress()
    {
        ShowPending();
        _hasEnded = true;
    }

    private void ShowEnd(IEnumerable<string> lines)
    {
        lock (_gate)
        {
            ShowPending();
            foreach (var line in quiet ? [] : lines) output.WriteLine(line);
        }
    }

    // The last snapshot of a single file was taken before its end.
    private void Complete()
    {
        if (_pending is { FilesTotal: <= 1, BytesTotal: { } total } last)
            _pending = last with { Phase = TransferPhase.Done, BytesDone = total };
    }

    // Print the last state before the end even if five seconds have not passed since the previous line.
    private void ShowPending()
    {
        if (_pending is { } snapshot && (snapshot.BytesFetched > 0 || snapshot.Elapsed >= Pause)) error.Line(Line(snapshot));
        _pending = null;
    }

    private static string Line(TransferSnapshot s)
    {
        if (s.Phase == TransferPhase.Listing) return $"{Format.Clock(s.Elapsed)} {TreeLine.Listing(s, int.MaxValue, Glyphs.Ascii)}";
        var total = s.BytesTotal is { } bytes ? $" of {Format.Size(bytes)} ({ProgressLine.Percent(s).TrimStart()})" : "";
        var files = s.FilesTotal > 1 ? $"{Format.Number(s.FilesDone)} of {Format.Count(s.FilesTotal, "file")}, " : "";
        var head = $"{Format.Clock(s.Elapsed)} {files}{Format.Size(s.BytesDone)}{total}";
        if (s.Phase is TransferPhase.Connecting or TransferPhase.Verifying) return $"{head}, {JsonLines.Name(s.Phase)}";
        var left = s is { ActiveStreams: > 0, Phase: not TransferPhase.Done, Remaining: { } remaining }
            ? $", {Format.Left(remaining)}" : "";
        var streams = s.Phase == TransferPhase.Done ? "" : $", {Format.Count(s.ActiveStreams, "stream")}";
        var routes = s.Routes.Count == 0 || s.Phase == TransferPhase.Done ? "" : $"; {RouteText.Now(s.Routes)}";
        return $"{head}, {Format.Rate(s.BytesPerSecond)}{streams}{left}{routes}";
    }
}
