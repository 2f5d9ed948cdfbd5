using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Probing;

/// <summary>
/// Loads the server with more and more streams and measures each number. Streams continue from step to step: none pays slow start twice.
/// </summary>
internal sealed class LoadLadder(
    ProbeRequest request, ProbeSessions sessions, ProbePath path, long? spread, TimeProvider time) : IAsyncDisposable
{
    private readonly List<StreamLoad> _loads = [];
    private readonly List<ProbeStep> _steps = [];
    private FtpSession? _idle;
    private long _bytesOfFailed;

    /// <summary>The measurements so far.</summary>
    public IReadOnlyList<ProbeStep> Steps => _steps;

    /// <summary>Bytes received so far.</summary>
    public long Bytes => _bytesOfFailed + _loads.Sum(load => load.Bytes);

    /// <summary>Adds streams as long as it pays and is allowed.</summary>
    /// <param name="idle">A session that measures the round trip meanwhile; at a server's limit it becomes the last stream.</param>
    /// <param name="left">Time left.</param>
    /// <param name="progress">Receives each step.</param>
    /// <param name="cancellationToken">Stops it; complete steps are kept.</param>
    public async Task<ProbeStop> RunAsync(
        FtpSession idle, Func<TimeSpan> left, IProgress<ProbeStep> progress, CancellationToken cancellationToken)
    {
        _idle = idle;
        var isRepeated = false;
        while (true)
        {
            var (streams, stop) = LadderPolicy.Next(
                _steps, isRepeated, path.MedianRoundTrip, request.MostStreams, sessions.Refusals > 0, left(), Needed);
            if (stop is { } reason) return reason;
            isRepeated = _steps.Count > 0 && streams == _steps[^1].Streams;
            if (!isRepeated && !await GrowAsync(streams, cancellationToken).ConfigureAwait(false)) return Broken;

            var step = await new LoadMeter([.. _loads], path.RoundTrip, time).RunAsync(_idle, cancellationToken).ConfigureAwait(false);
            if (await DropFailedAsync().ConfigureAwait(false)) return Broken;
            if (isRepeated) _steps.RemoveAt(_steps.Count - 1);
            _steps.Add(step);
            progress.Report(step);
            // Fewer than requested, and not because of a refusal.
            if (step.Streams < streams && sessions.Refusals == 0) return ProbeStop.Failed;
        }
    }

    /// <summary>Ends all streams.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_loads.Select(load => load.DisposeAsync().AsTask())).ConfigureAwait(false);
        await Task.WhenAll(_loads.Select(load => sessions.CloseAsync(load.Session).AsTask())).ConfigureAwait(false);
    }

    // A login, a warm start and a plateau that is not reached.
    private TimeSpan Needed => PlateauPolicy.Longest(path.RoundTrip) + (path.RoundTrip * 8);

    private ProbeStop Broken => sessions.Refusals > 0 ? ProbeStop.Refused : ProbeStop.Failed;

    // Returns whether there are more streams than before; fewer than requested when the server refuses.
    private async Task<bool> GrowAsync(int wanted, CancellationToken cancellationToken)
    {
        var before = _loads.Count;
        var opened = (await sessions.OpenAsync(wanted - before, cancellationToken).ConfigureAwait(false)).ToList();
        if (opened.Count < wanted - before && sessions.Refusals > 0 && _idle is { IsUsable: true } idle)
        {
            opened.Add(idle);
            _idle = null;
        }
        foreach (var session in opened) _loads.Add(new StreamLoad(session, request.Source.Path, StartOf(_loads.Count, spread)));

        var began = time.GetTimestamp();
        while (_loads.Any(load => load is { Bytes: 0, Failure: null })
            && time.GetElapsedTime(began) < PlateauPolicy.Longest(path.RoundTrip))
            await Task.Delay(TimeSpan.FromMilliseconds(5), time, cancellationToken).ConfigureAwait(false);
        await DropFailedAsync().ConfigureAwait(false);
        return _loads.Count > before;
    }

    private async Task<bool> DropFailedAsync()
    {
        var failed = _loads.Where(load => load.Failure is not null).ToList();
        foreach (var load in failed)
        {
            _loads.Remove(load);
            _bytesOfFailed += load.Bytes;
            sessions.Note(load.Failure!, _loads.Count);
            await load.DisposeAsync().ConfigureAwait(false);
            await sessions.CloseAsync(load.Session).ConfigureAwait(false);
        }
        return failed.Count > 0;
    }

    /// <summary>Returns where a stream begins to read.</summary>
    /// <param name="stream">Its number, from 0.</param>
    /// <param name="spread">The length of the file in bytes; null for no other start than 0.</param>
    // Spread over the first half of the file, so that streams do not profit from the server's cache for another, and none starts near the
    // end. The golden ratio spaces any number of them.
    public static long StartOf(int stream, long? spread) => spread is { } size ? (long)(size / 2 * (stream * 0.6180339887 % 1)) : 0;
}
