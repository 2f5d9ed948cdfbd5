using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>
/// Notices as people can read them. Each stream tells of its own retries, so a server that is down gives dozens of sentences a minute:
/// of retries one is shown every ten seconds, with the number of those left out. The log and --json have all of them.
/// </summary>
internal sealed class NoticeThrottle(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(10);

    private long? _shownAt;
    private int _leftOut;

    /// <summary>The line to show, or null.</summary>
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
