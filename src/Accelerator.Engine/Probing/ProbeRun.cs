using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Probing;

/// <summary>One probe in progress: queries on one session, then the load, then the verdict.</summary>
/// <param name="request">The request.</param>
/// <param name="progress">Receives each step.</param>
/// <param name="time">Clock.</param>
/// <param name="deadline">The time limit; the measurements until then form the report.</param>
internal sealed class ProbeRun(
    ProbeRequest request, IProgress<ProbeStep> progress, TimeProvider time, CancellationToken deadline) : IAsyncDisposable
{
    // Reserved for ending the streams, and for a last reply.
    private static readonly TimeSpan Reserve = TimeSpan.FromSeconds(2);

    private readonly ProbeSessions _sessions = new(ProfileOf(request), request.MostStreams + 1, time, Serialised(request.Trace));
    private readonly long _started = time.GetTimestamp();

    /// <summary>Runs the probe.</summary>
    /// <param name="cancellationToken">The user's token, combined with the time limit.</param>
    public async Task<ProbeReport> RunAsync(CancellationToken cancellationToken)
    {
        var greeted = TimeSpan.Zero;
        var session = await _sessions.OpenFirstAsync(() => greeted = Elapsed, cancellationToken).ConfigureAwait(false);
        var loggedIn = Elapsed - greeted;
        var disk = MeasureDiskAsync(cancellationToken);
        try
        {
            var check = new ServerCheck(session, request.Source, time);
            var pings = await check.PingAsync(cancellationToken).ConfigureAwait(false);
            var server = await check.DescribeAsync(cancellationToken).ConfigureAwait(false);
            var control = session.PathFacts();
            var ranges = new RangeCheck(session, _sessions, request, server.Size, time);
            var found = await ranges.RunAsync(cancellationToken).ConfigureAwait(false);
            server = server with { Features = [.. found.Features, .. server.Features] };

            // Not while the streams run: the two would compete for the processor.
            var (diskRate, diskNote) = await disk.ConfigureAwait(false);
            var path = PathOf(greeted, loggedIn, pings, found, control);
            var load = await LoadAsync(ranges.Session, path, found.Ranges ? server.Size : null, cancellationToken).ConfigureAwait(false);
            var evidence = new ProbeEvidence { Steps = load.Steps, Stop = load.Stop, Path = path, Ranges = found.Ranges,
                DiskRate = diskRate };
            return Report(server, evidence, load.Bytes, diskNote);
        }
        finally
        {
            // Its file must be removed when this returns.
            await ((Task)disk).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _sessions.DisposeAsync();

    private TimeSpan Elapsed => time.GetElapsedTime(_started);

    private async Task<(IReadOnlyList<ProbeStep> Steps, ProbeStop Stop, long Bytes)> LoadAsync(
        FtpSession idle, ProbePath path, long? spread, CancellationToken cancellationToken)
    {
        var ladder = new LoadLadder(request, _sessions, path, spread, time);
        await using (ladder.ConfigureAwait(false))
        {
            var stop = ProbeStop.Time;
            try
            {
                stop = await ladder.RunAsync(
                    idle, () => request.TimeLimit - Reserve - Elapsed, progress, cancellationToken).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (deadline.IsCancellationRequested)
            {
                // The complete steps form the report.
            }
            return (ladder.Steps, stop, ladder.Bytes);
        }
    }

    private async Task<(double? Rate, string? Note)> MeasureDiskAsync(CancellationToken cancellationToken)
    {
        if (request.Folder is not { } folder) return (null, null);
        try
        {
            var (bytes, took) = await Task.Run(
                () => DiskSpeed.MeasureAsync(folder, time, cancellationToken), cancellationToken).ConfigureAwait(false);
            return (bytes / Math.Max(took.TotalSeconds, 1e-6), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"The disk of {SafeText.Escape(folder)} was not measured: {SafeText.Escape(e.Message)}");
        }
    }

    private ProbeReport Report(ProbeServer server, ProbeEvidence evidence, long bytes, string? diskNote) => new()
    {
        Source = request.Source,
        Server = server,
        Path = evidence.Path,
        Steps = evidence.Steps,
        Stop = evidence.Stop,
        Ceiling = _sessions.Ceiling,
        Refusals = _sessions.Refusals,
        DiskRate = evidence.DiskRate,
        Verdict = LimitPolicy.Judge(evidence),
        Notes = diskNote is null ? _sessions.Failures : [.. _sessions.Failures, diskNote],
        Bytes = bytes,
        Elapsed = Elapsed,
    };

    private static ProbePath PathOf(
        TimeSpan greeted, TimeSpan loggedIn, IReadOnlyList<TimeSpan> pings, RangeFindings ranges, TcpFacts control) => new()
    {
        Greeted = greeted,
        LoggedIn = loggedIn,
        FirstByte = ranges.FirstByte,
        RoundTrip = pings[0],
        MedianRoundTrip = pings[pings.Count / 2],
        TcpRoundTrip = control.RoundTrip is null || ranges.Data.RoundTrip < control.RoundTrip ? ranges.Data.RoundTrip : control.RoundTrip,
        PathMtu = ranges.Data.PathMtu ?? control.PathMtu,
        MaxSegment = ranges.Data.MaxSegment ?? control.MaxSegment,
        Subflows = control.Multipath.IsAsked ? Math.Max(control.Multipath.Subflows, ranges.Data.Multipath.Subflows) : null,
    };

    private static Action<FtpTraceLine>? Serialised(Action<FtpTraceLine>? write)
    {
        if (write is null) return null;
        var gate = new object();
        return line =>
        {
            lock (gate) write(line);
        };
    }

    /// <summary>Returns how the sessions of a request are opened.</summary>
    internal static SessionProfile ProfileOf(ProbeRequest request) => new()
    {
        Endpoint = request.Source.Endpoint,
        Credential = request.Source.Credential,
        LocalPath = request.LocalPath,
        Proxy = request.Source.Proxy,
        Charset = request.Charset,
        ActiveMode = request.ActiveMode,
        Pipelining = request.Pipelining,
        ReceiveBuffer = request.ReceiveBuffer,
        Multipath = request.Multipath,
        AcceptAnyCertificate = request.AcceptAnyCertificate,
        Timeouts = request.Timeouts,
    };
}
