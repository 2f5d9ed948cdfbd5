using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// Limits notices to a readable number. Each stream reports its own retries, so a server that is down causes dozens of sentences a minute:
/// one retry is shown every ten seconds, with the number of those omitted. The log and --json have all of them.
/// </summary>
internal sealed class NoticeThrottle(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(10);

    private long? _shownAt;
    private int _leftOut;

    /// <summary>Returns the message to show, or null.</summary>
    public Message? Take(TransferEvent.Notice notice)
    {
        var severity = notice.Kind is NoticeKind.Resumed or NoticeKind.Multipath or NoticeKind.Renamed ? Severity.Note : Severity.Warning;
        var message = new Message(severity, notice.Message);
        if (notice.Kind != NoticeKind.Retry) return message;
        if (_shownAt is { } at && time.GetElapsedTime(at) < Pause)
        {
            _leftOut++;
            return null;
        }

        var omitted = _leftOut > 0 ? $" ({Format.Number(_leftOut)} similar messages since the last one)" : "";
        _shownAt = time.GetTimestamp();
        _leftOut = 0;
        return message with { Sentence = message.Sentence + omitted };
    }
}
