using System.Net;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>The current download of one client of a gateway.</summary>
/// <param name="time">Clock.</param>
internal sealed class ClientActivity(TimeProvider time)
{
    // Files that end in this time are shown as one activity, so that the row of a client that fetches small files one by one stays.
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(2);

    // A file that was in progress is shown until the next one of the same client is, which takes a fifth of a second.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Queue<(long At, GatewayEvent.Ended File)> _ended = new();
    private GatewayEvent.Progress? _now;
    private bool _hadRow;

    /// <summary>The client; null if its login was not seen.</summary>
    public IPEndPoint? Client { get; set; }

    /// <summary>Takes the progress of a file.</summary>
    public void Take(GatewayEvent.Progress now) => _now = now;

    /// <summary>Takes the end of a file.</summary>
    public void Take(GatewayEvent.Ended ended)
    {
        (_hadRow, _now) = (_now is not null, null);
        if (ended is { Failure: null, Streams: > 0 }) _ended.Enqueue((time.GetTimestamp(), ended));
        Trim();
    }

    /// <summary>Returns the row of the client; null if it downloads nothing.</summary>
    public ClientRow? Row()
    {
        if (_now is { } now) return RowOf(now.Path, Amount(now), now.BytesPerSecond, now.IsFromMemory, now.Streams);
        Trim();
        if (_ended.Count == 0) return null;
        var (at, last) = _ended.Last();
        if (_ended.Count == 1 && !(_hadRow && time.GetElapsedTime(at) < Pause)) return null;
        // Each file takes from the end of the one before it. Events may be shown some at once, hence the time of the transfers.
        var counted = _ended.Count == 1 ? _ended : _ended.Skip(1);
        var seconds = Math.Max(
            time.GetElapsedTime(_ended.Peek().At).TotalSeconds, counted.Sum(one => one.File.Elapsed.TotalSeconds));
        var rate = seconds > 0 ? counted.Sum(one => (double)one.File.Bytes) / seconds : 0;
        return RowOf(last.Path, Format.Size(last.Bytes), rate, last.IsFromMemory, last.Streams);
    }

    private void Trim()
    {
        while (_ended.TryPeek(out var first) && time.GetElapsedTime(first.At) > Window) _ended.Dequeue();
    }

    private static string Amount(GatewayEvent.Progress now) => now.Size is { } size and > 0
        ? $"{checked((int)(100 * Math.Min(1, (double)now.Bytes / size)))}% of {Format.Size(size)}" : Format.Size(now.Bytes);

    private static ClientRow RowOf(string path, string amount, double rate, bool isFromMemory, int streams) =>
        new(SafeText.Escape(path), amount, Format.Rate(rate), isFromMemory ? "from memory" : Format.Count(streams, "stream"));
}
