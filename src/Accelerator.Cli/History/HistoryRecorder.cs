using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.History;

/// <summary>
/// Collects the results of the files of one run, and adds them to the history at its end: nothing is written while data arrives. If a
/// run has more files than the history keeps, the last ones are collected.
/// </summary>
/// <param name="command">The command: <c>get</c>.</param>
/// <param name="file">The history.</param>
/// <param name="time">Clock.</param>
internal sealed class HistoryRecorder(string command, HistoryFile file, TimeProvider time) : IProgress<TransferEvent>
{
    // The texts of a row are composed when it is written.
    private readonly Queue<Pending> _results = [];

    /// <summary>Returns the recorder of a run; null if the history is off or the environment names no folder for it.</summary>
    /// <param name="command">The command.</param>
    /// <param name="isDryRun">Whether the run fetches nothing.</param>
    /// <param name="environment">The process environment.</param>
    /// <exception cref="UsageException">The setting is invalid.</exception>
    public static HistoryRecorder? For(string command, bool isDryRun, ProcessEnvironment environment) =>
        !isDryRun && HistoryFile.IsKept(environment) && HistoryFile.Find(environment) is { } file
            ? new HistoryRecorder(command, file, environment.Time) : null;

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        if (value is TransferEvent.Finished { Result: { WasThere: false } result } && !IsUntouched(result.Failure, result.BytesFetched))
            Add(result, null);
    }

    /// <summary>Collects the result of a copy between servers.</summary>
    public void Add(FxpFileResult result)
    {
        if (!result.WasThere && !IsUntouched(result.Failure, result.BytesSent)) Add(null, result);
    }

    /// <summary>Writes what was collected.</summary>
    /// <returns>Null on success, or the sentence that explains the failure.</returns>
    public string? Write()
    {
        lock (_results)
        {
            if (_results.Count == 0) return null;
            try
            {
                file.Add(_results.Select(RowOf));
                return null;
            }
            catch (HistoryException e)
            {
                return e.Message;
            }
        }
    }

    // After Ctrl-C a mirror reports each file that it never began.
    private static bool IsUntouched(FailureKind? failure, long bytes) => failure == FailureKind.Cancelled && bytes == 0;

    private void Add(FileResult? fetched, FxpFileResult? copied)
    {
        lock (_results)
        {
            if (_results.Count == file.MostRows) _results.Dequeue();
            _results.Enqueue(new Pending(time.GetUtcNow(), fetched, copied));
        }
    }

    private HistoryRow RowOf(Pending result) => result.Fetched is { } fetched
        ? HistoryRow.Of(command, result.Finished, fetched) : HistoryRow.Of(command, result.Finished, result.Copied!);

    // A class: the compiled images have no collections of a tuple, and compiling them takes longer than writing a row.
    private sealed class Pending(DateTimeOffset finished, FileResult? fetched, FxpFileResult? copied)
    {
        public DateTimeOffset Finished { get; } = finished;

        public FileResult? Fetched { get; } = fetched;

        public FxpFileResult? Copied { get; } = copied;
    }
}
