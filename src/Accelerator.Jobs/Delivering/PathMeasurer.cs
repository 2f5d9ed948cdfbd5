using Accelerator.Engine.Probing;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Keeps the history of the network path from this node to a server: measures on schedule with sessions that no poll and no delivery needs,
/// stops as soon as one needs them, and adds what the deliveries show.
/// </summary>
/// <param name="isBusy">Returns whether polls or deliveries need the sessions.</param>
internal sealed class PathMeasurer(ServerContext server, Func<bool> isBusy, JobTools tools)
{
    // More streams tell little more about the path, and load the server.
    private const int MostStreams = 8;

    private const int MostMeasurements = 10_000;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan TrafficSpan = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan TryAgain = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private DateTimeOffset? _next;

    private string Name => server.Definition.Name;

    /// <summary>Measures until stopped.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Interval, tools.Time);
        while (await NextAsync(timer, cancellationToken).ConfigureAwait(false))
        {
            try
            {
                var now = tools.Time.GetUtcNow();
                if (server.Traffic.Take(now - TrafficSpan) is var (bytes, busy, end))
                    await AddAsync(Of(bytes, busy, end), cancellationToken).ConfigureAwait(false);
                if (server.Definition.Measure is { } rule) await MeasureAsync(rule, now, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception e) when (e is LedgerException or OperationCanceledException or ObjectDisposedException)
            {
                // The ledger is reported by those that need it. A measurement is not worth a second attempt.
            }
        }
    }

    private static async Task<bool> NextAsync(PeriodicTimer timer, CancellationToken cancellationToken)
    {
        try
        {
            return await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private PathMeasurement Of(long bytes, TimeSpan busy, DateTimeOffset end) => new()
    {
        Server = Name, Node = tools.Node, At = end, Kind = PathMeasurement.Transfer, Rate = (long)(bytes / busy.TotalSeconds),
        Bytes = bytes, Seconds = busy.TotalSeconds,
    };

    private async Task MeasureAsync(MeasureRule rule, DateTimeOffset now, CancellationToken cancellationToken)
    {
        _next ??= await FirstAsync(rule, now, cancellationToken).ConfigureAwait(false);
        // A limit by the time of day is a promise to others on the line.
        if (now < _next || !server.MayBegin || isBusy() || server.Link.IsLeaseRequested || server.Link.IsLimitedNow) return;
        _next = now + rule.Every;
        if (await tools.Ledger.Paths.LargestFileAsync(Name, cancellationToken).ConfigureAwait(false) is not var (folder, name, size))
            return;
        await server.Link.CloseIdleAsync(isOver: true, cancellationToken).ConfigureAwait(false);
        try
        {
            using var lease = server.Link.TryLease(this, Math.Min(MostStreams, server.Definition.Sessions));
            if (lease is null) await server.RequestLeaseAsync().ConfigureAwait(false);
            var sample = lease is null ? null
                : await SampleAsync(rule, RemoteText.Read(folder).Child(RemoteText.Read(name)), size, lease.Count, cancellationToken)
                    .ConfigureAwait(false);
            if (sample is null) _next = now + TryAgain;
            else await AddAsync(sample, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException)
        {
            // The polls report a server that does not answer.
        }
        finally
        {
            server.Link.StopWaiting(this);
            server.Wake.Set();
        }
    }

    // Not right after each restart.
    private async Task<DateTimeOffset> FirstAsync(MeasureRule rule, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var known = await ListAsync(now - rule.Every, cancellationToken).ConfigureAwait(false);
        return known.LastOrDefault(static one => one.Kind == PathMeasurement.Probe) is { } last ? last.At + rule.Every : now;
    }

    // Returns null if a poll or a delivery needed the sessions meanwhile.
    private async Task<PathMeasurement?> SampleAsync(
        MeasureRule rule, FtpPath path, long size, int streams, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var source = await server.Link.SourceAsync(cancellationToken).ConfigureAwait(false);
        var request = new ProbeRequest
        {
            Source = source with { Path = path }, MostStreams = streams, TimeLimit = rule.Duration, LocalPath = server.Link.FirstPath(),
        };
        var run = new PathSampler(tools.Time).RunAsync(request, size, rule.MostBytes, stop.Token);
        while (await Task.WhenAny(run, Task.Delay(Look, tools.Time, cancellationToken)).ConfigureAwait(false) != run)
        {
            if (!isBusy() && server.Link.SessionBudget.Awaited == 0 && !cancellationToken.IsCancellationRequested) continue;
            await stop.CancelAsync().ConfigureAwait(false);
            await ((Task)run).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return null;
        }
        var sample = await run.ConfigureAwait(false);
        return new PathMeasurement
        {
            Server = Name, Node = tools.Node, At = tools.Time.GetUtcNow(), Kind = PathMeasurement.Probe, Streams = sample.Streams,
            Rate = (long)sample.BytesPerSecond, StreamRate = (long)sample.StreamRate, RoundTrip = sample.RoundTrip.TotalMilliseconds,
            OutOfOrder = sample.OutOfOrder, Bytes = sample.Bytes, Seconds = sample.Elapsed.TotalSeconds,
        };
    }

    private async Task AddAsync(PathMeasurement one, CancellationToken cancellationToken)
    {
        await tools.Ledger.Paths.AddAsync(one, cancellationToken).ConfigureAwait(false);
        if (server.Definition.Measure is not { AlarmBelow: > 0 and var percent }) return;
        var week = await ListAsync(one.At - GoodputPolicy.Period, cancellationToken).ConfigureAwait(false);
        var about = $"{JobEvent.NetworkPathTo}{Name}";
        tools.Events.Report(GoodputPolicy.Judge(week, percent) is var (rate, median)
            ? new JobEvent.Incident(about, Sentence(rate, median, percent)) : new JobEvent.Recovered(about));
    }

    private string Sentence(long rate, long median, int percent) =>
        $"The network path to {Name} delivers {ByteText.Rate(rate)}; the median of the last 7 days is {ByteText.Rate(median)}, "
            + $"and the alarm is set to {percent} % of it. ftpx service measurements {Name} shows the history; "
            + "ftpx doctor examines the path.";

    private async Task<IReadOnlyList<PathMeasurement>> ListAsync(DateTimeOffset since, CancellationToken cancellationToken) =>
        [.. (await tools.Ledger.Paths.ListAsync(Name, since, MostMeasurements, cancellationToken).ConfigureAwait(false))
            .Where(one => one.Node == tools.Node)];
}
