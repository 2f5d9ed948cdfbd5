using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Probing;

/// <summary>
/// Measures the network path to a server with a fixed number of streams. Reads a file and discards it; writes nothing, here or there.
/// </summary>
internal sealed class PathSampler(TimeProvider time)
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(20);

    // For the logins, and a last reply.
    private static readonly TimeSpan Extra = TimeSpan.FromSeconds(30);

    /// <summary>Runs the measurement.</summary>
    /// <param name="request">The file and the server. <see cref="ProbeRequest.MostStreams"/> is the number of streams and of sessions,
    /// <see cref="ProbeRequest.TimeLimit"/> the duration of the load.</param>
    /// <param name="size">The length of the file in bytes: the streams start at different places of it.</param>
    /// <param name="mostBytes">The load ends within 20 ms after so many bytes.</param>
    /// <param name="cancellationToken">Stops it without a result.</param>
    /// <exception cref="TransferException">Nothing could be measured; the message says why.</exception>
    public async Task<PathSample> RunAsync(ProbeRequest request, long size, long mostBytes, CancellationToken cancellationToken)
    {
        using var deadline = new CancellationTokenSource(request.TimeLimit + Extra, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        var sessions = new ProbeSessions(ProbeRun.ProfileOf(request), request.MostStreams, time, request.Trace);
        await using var closing = sessions.ConfigureAwait(false);
        try
        {
            var first = await sessions.OpenFirstAsync(static () => { }, linked.Token).ConfigureAwait(false);
            var pings = await new ServerCheck(first, request.Source, time).PingAsync(linked.Token).ConfigureAwait(false);
            var more = await sessions.OpenAsync(request.MostStreams - 1, linked.Token).ConfigureAwait(false);
            var loads = new List<StreamLoad>();
            try
            {
                foreach (var session in more.Prepend(first))
                    loads.Add(new StreamLoad(session, request.Source.Path, LoadLadder.StartOf(loads.Count, size)));
                return await MeasureAsync(loads, request.TimeLimit, mostBytes, pings[0], linked.Token).ConfigureAwait(false);
            }
            finally
            {
                await Task.WhenAll(loads.Select(load => load.DisposeAsync().AsTask())).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TransferException(FailureKind.Network,
                $"{request.Source} could not be measured within {(request.TimeLimit + Extra).TotalSeconds:0} s.");
        }
        catch (FtpException e)
        {
            throw new TransferException(FailurePolicy.Judge(e, 0, hasStood: true).Kind, e.Message, e);
        }
    }

    private async Task<PathSample> MeasureAsync(
        List<StreamLoad> loads, TimeSpan duration, long mostBytes, TimeSpan roundTrip, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        List<LoadTick> ticks = [Sample()];
        while (ticks[^1].At < duration && ticks[^1].Bytes < mostBytes && loads.Exists(load => load.Failure is null))
        {
            await Task.Delay(Tick, time, cancellationToken).ConfigureAwait(false);
            ticks.Add(Sample());
        }
        if (loads.Find(load => load.Failure is not null) is { } failed && ticks[^1].Bytes == 0) throw failed.Failure!;
        var middle = ticks.FindLast(tick => tick.At <= ticks[^1].At / 2);
        List<double> rates = [.. PlateauPolicy.Rates(middle, ticks[^1]).Order()];
        var facts = loads.ConvertAll(load => load.PathFacts());
        var packets = facts.Sum(fact => fact.PacketsReceived ?? 0);
        return new PathSample
        {
            Streams = loads.Count(load => load.Failure is null),
            BytesPerSecond = rates.Sum(),
            StreamRate = rates[rates.Count / 2],
            RoundTrip = roundTrip,
            OutOfOrder = packets > 0 && facts.Exists(fact => fact.PacketsOutOfOrder is not null)
                ? (double)facts.Sum(fact => fact.PacketsOutOfOrder ?? 0) / packets : null,
            Bytes = ticks[^1].Bytes,
            Elapsed = ticks[^1].At,
        };

        LoadTick Sample() => new(time.GetElapsedTime(started), [.. loads.Select(load => load.Bytes)]);
    }
}
