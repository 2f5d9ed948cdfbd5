using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Probing;

/// <summary>Pings an idle session repeatedly: an increase of its reply time is a queue on the path.</summary>
internal sealed class RoundTripWatch : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly FtpSession _session;
    private readonly TimeProvider _time;
    private readonly List<TimeSpan> _samples = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _run;
    private bool _isEnded;

    /// <summary>Starts the measurement.</summary>
    public RoundTripWatch(FtpSession session, TimeProvider time)
    {
        _session = session;
        _time = time;
        _run = RunAsync();
    }

    /// <summary>Ends it after the reply that is in flight.</summary>
    /// <returns>The lower quartile of all reply times, which a busy processor delays less than a queue does; null when there was
    /// none.</returns>
    public async Task<TimeSpan?> EndAsync()
    {
        await DisposeAsync().ConfigureAwait(false);
        _samples.Sort();
        return _samples.Count == 0 ? null : _samples[_samples.Count / 4];
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_isEnded) return;
        _isEnded = true;
        await _stop.CancelAsync().ConfigureAwait(false);
        await _run.ConfigureAwait(false);
        _stop.Dispose();
    }

    private async Task RunAsync()
    {
        try
        {
            while (!_stop.IsCancellationRequested)
            {
                // Not cancelled half-way: that would cost the session.
                _samples.Add(await _session.PingAsync(CancellationToken.None).ConfigureAwait(false));
                await Task.Delay(Pause, _time, _stop.Token).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is FtpException or OperationCanceledException)
        {
            // The session is lost, or there are enough samples.
        }
    }
}
