using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// For logs and pipes: whole lines, progress at most every five seconds; with <c>detail</c> the decisions about the number of streams too.
/// With <c>quiet</c> errors only.
/// </summary>
internal sealed class PlainView(TextWriter output, TextWriter error, TimeProvider time, bool quiet, bool detail) : ITransferView
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly object _gate = new();
    private readonly NoticeThrottle _notices = new(time);
    private TransferSnapshot? _pending;
    private long? _lineAt;
    private bool _moving;

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
                    if (_notices.Line(notice) is { } line) error.WriteLine(line);
                    break;
                case TransferEvent.Decided { Decision: var decision } when detail && !quiet:
                    error.WriteLine($"{Format.Clock(decision.Elapsed)} {DecisionText.Line(decision)}");
                    break;
                case TransferEvent.Finished { Result: { Failure: null } result } when !quiet:
                    ShowPending();
                    output.WriteLine(ResultText.Success(result, detail));
                    break;
                case TransferEvent.Finished { Result: { Failure: not null } result }:
                    ShowPending();
                    error.WriteLine(ResultText.Failure(result));
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
    public void Say(string sentence)
    {
        lock (_gate)
        {
            if (!quiet) error.WriteLine($"ftpx: {sentence}");
        }
    }

    /// <inheritdoc/>
    public void Fail(string sentence)
    {
        lock (_gate) error.WriteLine($"ftpx: {sentence}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private void ShowProgress(TransferSnapshot snapshot)
    {
        _pending = snapshot;
        _lineAt ??= time.GetTimestamp();
        var isFirstByte = !_moving && snapshot.BytesFetched > 0;
        if (!isFirstByte && time.GetElapsedTime(_lineAt.Value) < Pause) return;
        _moving |= isFirstByte;
        _lineAt = time.GetTimestamp();
        ShowPending();
    }

    // The last state before an end is worth a line even within the five seconds.
    private void ShowPending()
    {
        if (_pending is { } snapshot && (snapshot.BytesFetched > 0 || snapshot.Elapsed >= Pause)) error.WriteLine(Line(snapshot));
        _pending = null;
    }

    private static string Line(TransferSnapshot s)
    {
        var total = s.BytesTotal is { } bytes ? $" of {Format.Size(bytes)} ({ProgressLine.Percent(s).TrimStart()})" : "";
        var files = s.FilesTotal > 1 ? $"{s.FilesDone} of {s.FilesTotal} files, " : "";
        var head = $"{Format.Clock(s.Elapsed)} {files}{Format.Size(s.BytesDone)}{total}";
        if (s.Phase is TransferPhase.Connecting or TransferPhase.Verifying) return $"{head}, {JsonLines.Name(s.Phase)}";
        var left = s is { ActiveStreams: > 0, Remaining: { } remaining } ? $", {Format.Left(remaining)}" : "";
        return $"{head}, {Format.Rate(s.BytesPerSecond)}, {Format.Count(s.ActiveStreams, "stream")}{left}";
    }
}
