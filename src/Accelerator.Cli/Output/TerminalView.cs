using Accelerator.Cli.Hosting;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Spectre.Console;

namespace Accelerator.Cli.Output;

/// <summary>
/// The view for a person at a terminal: one total line, drawn in place, and below it one for each source and local path if there are
/// several; with <c>detail</c> a row for each stream above it, and the last decision about their number. Messages and results go above the
/// frame, and the frame is removed at the end.
/// </summary>
/// <param name="terminal">The terminal.</param>
/// <param name="output">Standard output, for the results.</param>
/// <param name="time">Clock.</param>
/// <param name="detail">Whether streams and decisions are shown.</param>
/// <param name="taskbar">Null if the terminal has no taskbar progress.</param>
internal sealed class TerminalView(
    IAnsiConsole terminal, TextWriter output, TimeProvider time, bool detail, TaskbarProgress? taskbar) : ITransferView
{
    // The engine reports five times a second; more than ten frames a second only cost processor time.
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(90);

    private const string Indent = "  ";

    private readonly object _gate = new();
    private readonly NoticeThrottle _notices = new(time);
    private readonly ShownFailures _shown = new();
    private readonly Glyphs _glyphs = terminal.Profile.Capabilities.Unicode ? Glyphs.Unicode : Glyphs.Ascii;
    private TransferSnapshot? _last;
    private StreamDecision? _decision;
    private int _rows;
    private long? _drawnAt;
    private bool _closed;
    private bool _asking;

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        lock (_gate)
        {
            if (_closed) return;
            switch (value)
            {
                case TransferEvent.Progress { Snapshot: var snapshot }:
                    var sooner = _last?.Phase == snapshot.Phase && _drawnAt is { } at && time.GetElapsedTime(at) < ShortestPause;
                    _last = snapshot;
                    if (!sooner) Draw([]);
                    break;
                case TransferEvent.Notice notice:
                    _shown.Add(notice);
                    if (_notices.Take(notice) is { } message) Draw([message]);
                    break;
                case TransferEvent.Decided { Decision: var decision } when detail:
                    // Drawn with the next frame, at most a fifth of a second later.
                    _decision = decision;
                    break;
                case TransferEvent.Finished { Result: { Failure: null } result }:
                    Clear();
                    output.WriteLine(ResultText.Success(result, detail));
                    break;
                case TransferEvent.Finished { Result: { Failure: { } kind, Message: var why } }:
                    if (kind != FailureKind.Cancelled) taskbar?.NoteFailure();
                    if (_shown.Add(why)) Draw([ResultText.Failure(kind, why)]);
                    break;
            }
        }
    }

    /// <inheritdoc/>
    public void ShowPlan(TransferPlan plan) => Print(PlanText.Lines(plan));

    /// <inheritdoc/>
    public void ShowPlan(MirrorPlan plan, MirrorRequest request) => Print(MirrorText.Plan(plan, request, _shown));

    /// <inheritdoc/>
    public void ShowDifference(MirrorPlan plan, MirrorRequest request, ExitCode code) => Print(MirrorText.Rows(plan));

    /// <inheritdoc/>
    public void ShowStart(MirrorPlan plan, MirrorRequest request)
    {
        if (MirrorText.Start(plan, request.Delete) is { } line) Say(line);
    }

    /// <inheritdoc/>
    public void ShowResult(MirrorResult result, ExitCode code) => Print(MirrorText.Result(result, _shown));

    /// <inheritdoc/>
    public void ShowProblem(MirrorProblem problem) => Fail(problem.Message);

    /// <inheritdoc/>
    public void ShowPlan(FxpPreview preview) => Print(FxpText.Plan(preview));

    /// <inheritdoc/>
    public void ShowFile(FxpFileResult result)
    {
        lock (_gate)
        {
            // A thousand files have a thousand results: the summary counts them.
            if (result.Failure is not { } kind || _closed) return;
            if (kind != FailureKind.Cancelled) taskbar?.NoteFailure();
            Draw([ResultText.Failure(kind, result.Message)]);
        }
    }

    /// <inheritdoc/>
    public void ShowProblem(TransferException problem) => Fail(problem.Message);

    /// <inheritdoc/>
    public void ShowResult(FxpSummary summary) =>
        Print(summary.Files is [{ Failure: null } only] && summary.Run.IsSingle ? [FxpText.Success(only)] : [FxpText.Summary(summary)]);

    /// <inheritdoc/>
    public void ShowResult(GetSummary summary) => Print(summary.Lines(_shown));

    /// <inheritdoc/>
    public void ShowRoutes(IReadOnlyList<RouteShare> routes) => Print([RouteText.Summary(routes)]);

    /// <inheritdoc/>
    public string? Prompt(string question, Func<string?> readLine)
    {
        lock (_gate)
        {
            new TerminalFrame(_rows, [], [.. WordWrap.Lines("", question)], "").Draw(terminal);
            (_last, _rows, _asking) = (null, 0, true);
        }
        // Not under the lock: Ctrl-C may print a message meanwhile.
        var answer = readLine();
        lock (_gate) _asking &= answer is null;
        return answer;
    }

    /// <inheritdoc/>
    public void Say(string sentence)
    {
        lock (_gate) Draw([new Message(Severity.Note, sentence)]);
    }

    /// <inheritdoc/>
    public void Fail(string sentence)
    {
        lock (_gate) Draw([new Message(Severity.Error, sentence)]);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _closed = true;
            _last = null;
            Clear(taskbar?.Clear() ?? "");
        }
    }

    private void Print(IEnumerable<string> lines)
    {
        lock (_gate)
        {
            Clear();
            foreach (var line in lines) output.WriteLine(line);
        }
    }

    private void Draw(IReadOnlyList<Message> above)
    {
        // Without an answer, the row of the question has no line end yet.
        if (_asking) terminal.WriteLine();
        _asking = false;
        var rows = _last is { } snapshot ? Rows(snapshot) : [];
        var unseen = _last is { } shown ? taskbar?.Show(shown) : null;
        new TerminalFrame(_rows, above, rows, unseen ?? "").Draw(terminal);
        _rows = rows.Count;
        _drawnAt = time.GetTimestamp();
    }

    private void Clear(string unseen = "")
    {
        if (_rows == 0 && unseen.Length == 0) return;
        new TerminalFrame(_rows, [], [], unseen).Draw(terminal);
        _rows = 0;
    }

    // At most a third of the screen, so that the messages above are not pushed out.
    private List<string> RouteRows(IReadOnlyList<RouteShare> routes, int width)
    {
        var room = Math.Min(routes.Count, terminal.Profile.Height / 3);
        var rows = routes.Take(room).Select(route => RouteText.Row(route, routes, width, _glyphs)).ToList();
        if (room > 0 && routes.Count > room)
            rows[^1] = CellWidth.KeepEnd($"     and {routes.Count - room + 1} more", width, _glyphs.Ellipsis);
        return rows;
    }

    private List<string> Rows(TransferSnapshot snapshot)
    {
        // Leave the last columns free: a terminal wraps after writing the last one, and echoes ^C after the cursor.
        var width = Math.Max(1, terminal.Profile.Width - 3);
        var rows = new List<string>();
        var routes = RouteRows(snapshot.Routes, width);
        // Two rows, and one for the message above them.
        var hasNames = !detail && snapshot.FilesTotal > 1 && terminal.Profile.Height > 2 + routes.Count;
        if (detail)
        {
            var room = Math.Max(1, terminal.Profile.Height - (_decision is null ? 3 : 4) - routes.Count);
            rows.AddRange(ProgressLine.Rows([.. snapshot.Streams.Take(room)], width, _glyphs));
            if (snapshot.Streams.Count > room)
                rows[^1] = CellWidth.KeepEnd($"     and {snapshot.Streams.Count - room + 1} more", width, _glyphs.Ellipsis);
            if (_decision is { } decision) rows.Add(CellWidth.KeepStart($"     {DecisionText.Line(decision)}", width, _glyphs.Ellipsis));
        }
        rows.Add(ProgressLine.Render(snapshot, width, _glyphs));
        rows.AddRange(routes);
        if (hasNames && TreeLine.Names(snapshot, width - Indent.Length, _glyphs) is { Length: > 0 } names) rows.Add(Indent + names);
        return rows;
    }
}
