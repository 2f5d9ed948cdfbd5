using Accelerator.Gateway.Data;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Files;

/// <summary>
/// Reports the progress of a file that does not come through the engine, five times a second until disposed. A file that is sent within
/// the first fifth of a second is not reported.
/// </summary>
internal sealed class ProgressReport : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    // The rate is that of the last two seconds.
    private const int Samples = 10;

    private readonly object _lock = new();
    private readonly GatewaySettings _settings;
    private readonly Func<long> _passed;
    private readonly GatewayEvent.Progress _start;
    private readonly Queue<(long At, long Passed)> _samples = new();
    private readonly ITimer _timer;
    private bool _isOver;

    /// <summary>Starts the reports.</summary>
    /// <param name="settings">The settings, with the clock and the receiver.</param>
    /// <param name="passed">Returns the bytes that the client has accepted; called from another thread.</param>
    /// <param name="start">The report, without bytes and rate.</param>
    public ProgressReport(GatewaySettings settings, Func<long> passed, GatewayEvent.Progress start)
    {
        (_settings, _passed, _start) = (settings, passed, start);
        _samples.Enqueue((settings.Time.GetTimestamp(), passed()));
        _timer = settings.Time.CreateTimer(_ => Report(), null, Interval, Interval);
    }

    /// <summary>Starts the reports of a file that comes over one stream or from memory.</summary>
    /// <param name="settings">The settings, with the clock and the receiver.</param>
    /// <param name="session">The number of the session.</param>
    /// <param name="name">The file.</param>
    /// <param name="size">Bytes to send; null while unknown.</param>
    /// <param name="output">The client.</param>
    /// <param name="isFromMemory">Whether the file is in memory.</param>
    public static ProgressReport Of(GatewaySettings settings, int session, string name, long? size, DataOutput output, bool isFromMemory) =>
        new(settings, () => output.Passed, new GatewayEvent.Progress(session, name, 0, size, 0, isFromMemory ? 0 : 1)
        {
            IsFromMemory = isFromMemory,
        });

    /// <summary>Ends the reports; none is made after this has returned.</summary>
    public void Dispose()
    {
        _timer.Dispose();
        lock (_lock) _isOver = true;
    }

    private void Report()
    {
        lock (_lock)
        {
            if (_isOver) return;
            var (at, passed) = _samples.Peek();
            var (now, bytes) = (_settings.Time.GetTimestamp(), _passed());
            var seconds = _settings.Time.GetElapsedTime(at, now).TotalSeconds;
            _samples.Enqueue((now, bytes));
            if (_samples.Count > Samples) _samples.Dequeue();
            _settings.Report(_start with { Bytes = bytes, BytesPerSecond = seconds > 0 ? (bytes - passed) / seconds : 0 });
        }
    }
}
