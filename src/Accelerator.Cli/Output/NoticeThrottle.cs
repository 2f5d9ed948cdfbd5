using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

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

    /// <summary>Returns the line to show, or null.</summary>
    public string? Line(TransferEvent.Notice notice)
    {
        var text = $"ftpx: {SafeText.Escape(notice.Message)}";
        if (notice.Kind != NoticeKind.Retry) return text;
        if (_shownAt is { } at && time.GetElapsedTime(at) < Pause)
        {
            _leftOut++;
            return null;
        }

        var before = _leftOut > 0 ? $" ({_leftOut} more like it since the last line)" : "";
        _shownAt = time.GetTimestamp();
        _leftOut = 0;
        return text + before;
    }
}
