using System.Diagnostics;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp;

namespace Accelerator.Engine.Probing;

/// <summary>Measures the running streams: until goodput is flat, or for long enough.</summary>
internal sealed class LoadMeter(IReadOnlyList<StreamLoad> loads, TimeSpan roundTrip, TimeProvider time)
{
    private static readonly TimeSpan LeastPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan MostPause = TimeSpan.FromMilliseconds(100);

    private readonly List<LoadTick> _ticks = [];
    private readonly long _started = time.GetTimestamp();
    private long? _window;

    /// <summary>Measures one step; ends at once when a stream fails.</summary>
    /// <param name="idle">A session without a stream, to measure the round trip; null when there is none.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<ProbeStep> RunAsync(FtpSession? idle, CancellationToken cancellationToken)
    {
        var restarts = loads.Sum(load => load.Restarts);
        var (packets, late) = Packets();
        var watch = idle is null ? null : new RoundTripWatch(idle, time);
        try
        {
            var cpu = CpuTime();
            Sample();
            while (!PlateauPolicy.IsOver(_ticks, roundTrip) && loads.All(load => load.Failure is null))
            {
                await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
                Sample();
            }
            var (last, start) = (_ticks[^1], PlateauPolicy.Start(_ticks, roundTrip));
            var rates = PlateauPolicy.Rates(start, last);
            var (packetsNow, lateNow) = Packets();
            return new ProbeStep
            {
                Streams = loads.Count,
                BytesPerSecond = rates.Sum(),
                SlowestStream = rates.Min(),
                FastestStream = rates.Max(),
                IsSettled = PlateauPolicy.IsFlat(_ticks, roundTrip),
                RoundTrip = watch is null ? null : await watch.EndAsync().ConfigureAwait(false),
                Packets = packetsNow - packets,
                PacketsOutOfOrder = lateNow - late,
                ReceiveWindow = _window,
                CpuShare = (CpuTime() - cpu) / (last.At * Environment.ProcessorCount),
                Restarts = loads.Sum(load => load.Restarts) - restarts,
                Bytes = last.Bytes - _ticks[0].Bytes,
                Elapsed = last.At,
            };
        }
        finally
        {
            if (watch is not null) await watch.DisposeAsync().ConfigureAwait(false);
        }
    }

    private TimeSpan Pause => roundTrip / 2 < LeastPause ? LeastPause : roundTrip / 2 > MostPause ? MostPause : roundTrip / 2;

    private void Sample()
    {
        _ticks.Add(new LoadTick(time.GetElapsedTime(_started), [.. loads.Select(load => load.Bytes)]));
        _window = loads.Max(load => load.PathFacts().ReceiveWindow) is { } window ? Math.Max(window, _window ?? 0) : _window;
    }

    private (long? Packets, long? Late) Packets()
    {
        var facts = loads.Select(load => load.PathFacts()).ToList();
        // Linq treats nulls as nothing in a sum; a single known value makes the sum known.
        return facts.Exists(fact => fact.PacketsOutOfOrder is not null)
            ? (facts.Sum(fact => fact.PacketsReceived), facts.Sum(fact => fact.PacketsOutOfOrder))
            : (null, null);
    }

    private static TimeSpan CpuTime()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }
}

/// <summary>The bytes that the streams had received at one time.</summary>
/// <param name="At">Time since the step began.</param>
/// <param name="Streams">Bytes of each stream.</param>
internal readonly record struct LoadTick(TimeSpan At, IReadOnlyList<long> Streams)
{
    /// <summary>Bytes of all streams.</summary>
    public long Bytes => Streams.Sum();
}

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
