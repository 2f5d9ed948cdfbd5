namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// Tells the refusal of one file from a limit of the server. Many servers answer RETR with 450, 451 or 425 for a file that another program
/// holds, or that they cannot read, and with the same codes when they allow no more transfers. A limit is met by two files in a row; a
/// refusal between other files that arrive is the file's own.
/// </summary>
internal sealed class RefusalWatch(RunFiles files)
{
    private readonly object _lock = new();
    private FileTransfer? _last;
    private int _answeredThen;

    /// <summary>Records the refusal of a file of which no byte has arrived.</summary>
    /// <returns>Whether another file was refused before it, and none was sent in between.</returns>
    public bool IsLimit(FileTransfer file)
    {
        var answered = files.Answered;
        lock (_lock)
        {
            var isLimit = _last is not null && _last != file && _answeredThen == answered;
            (_last, _answeredThen) = (file, answered);
            return isLimit;
        }
    }

    /// <summary>
    /// Makes a refused file wait, so that the other files come first, and counts the try. While the only files that arrive are those that
    /// did at its last refusal, the server may allow no further transfer: then the try is not counted.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="pause">How long it waits.</param>
    /// <returns>Whether the file has used up its tries.</returns>
    public bool PutBack(FileTransfer file, out TimeSpan pause)
    {
        var answered = files.Answered;
        var isCounted = file.AnsweredAtRefusal != answered || !files.Fetching().Any(other => other.Transfer != file && IsFlowing(other));
        file.AnsweredAtRefusal = answered;
        var isOver = isCounted && file.FailureBudget.IsOver(written: 0);
        pause = file.FailureBudget.Rest();
        return isOver;
    }

    private static bool IsFlowing(OpenFile file) => Array.Exists(file.Queue.Runs(), static run => run.FirstByteAt != 0);
}
