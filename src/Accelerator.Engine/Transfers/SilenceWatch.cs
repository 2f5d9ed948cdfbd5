namespace Accelerator.Engine.Transfers;

/// <summary>
/// Finds lanes by which nothing comes while others flow, and gives their work to those. <see cref="StallWatch"/> ends one silent transfer after another, each
/// after seconds; a path that is cut is known by all of its streams falling silent together, which takes one.
/// </summary>
internal sealed class SilenceWatch(IReadOnlyList<LanePilot> pilots, WorkerContext context)
{
    private const int Several = 3;

    // A lost packet whose repetition is lost too is silent for 1.2 s; three streams do not meet with that together.
    private static readonly TimeSpan Alone = TimeSpan.FromSeconds(2.5);
    private static readonly TimeSpan Together = TimeSpan.FromSeconds(1);

    // All of a lane's streams may be between two ranges when it is cut: then what is silent is the answer to a command, which may take 30 s. By a server that answers
    // elsewhere it comes in milliseconds; a replica may have to fetch the file from a tape first.
    private static readonly TimeSpan Answer = TimeSpan.FromSeconds(5);

    // A login takes eight round trips, and a second more where the first SYN is lost.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private readonly bool[] _wasSilent = new bool[pilots.Count];
    private readonly bool[] _isTold = new bool[pilots.Count];

    /// <summary>Looks at every lane; called some times a second.</summary>
    public async ValueTask LookAsync()
    {
        if (pilots.Count == 1) return;
        foreach (var pilot in pilots)
        {
            if (!IsSilent(pilot) || !pilots.Any(other => context.CanStandIn(other.Lane, pilot.Lane) && Flows(other, Limit(pilot) / 4))) continue;
            await FallAsync(pilot.Lane, $"Nothing has come {pilot.Lane.Name} for {Since(pilot).TotalSeconds:0.#} s, while data flows elsewhere").ConfigureAwait(false);
        }
        for (var i = 0; i < pilots.Count; i++)
        {
            var isSilent = pilots[i].Lane.Silence.IsSilent;
            if (_wasSilent[i] && !isSilent) context.Notice(context.KindOf(pilots[i].Lane), $"Connections {pilots[i].Lane.Name} stand again; it gets its share back.");
            _wasSilent[i] = isSilent;
        }
        // A server that is needed and silent by all of its paths is an outage, and that has rules of its own.
        foreach (var server in pilots.Where(pilot => !context.IsReplica(pilot.Lane)).GroupBy(pilot => pilot.Lane.Site))
        {
            if (server.All(pilot => pilot.Lane.Silence.IsSilent)) foreach (var pilot in server) pilot.Lane.Silence.End();
        }
    }

    /// <summary>A lane carries nothing; its work goes to the others.</summary>
    /// <param name="lane">Which.</param>
    /// <param name="why">The beginning of a sentence.</param>
    public async ValueTask FallAsync(Lane lane, string why)
    {
        if (!await lane.FallSilentAsync().ConfigureAwait(false)) return;
        _wasSilent[lane.Index] = _isTold[lane.Index] = true;
        context.Notice(context.KindOf(lane), $"{why}: the others do its work, and it is tried again every few seconds.{Advice(lane)}");
        context.WorkChanged.Set();
    }

    /// <summary>The run is over: names the lanes by which nobody ever got in though there was time for it, where that was not told yet.</summary>
    public void TellUnreached()
    {
        var elapsed = context.Time.GetElapsedTime(context.Started);
        foreach (var pilot in pilots.Where(pilot => context.Request.Streams < pilots.Count && !pilot.Lane.Gate.HasStood && pilot.Wanted == 0))
        {
            _isTold[pilot.Lane.Index] = true;
            context.Notice(context.KindOf(pilot.Lane), $"Nothing was fetched {pilot.Lane.Name}: {context.Request.Streams} of --streams are fewer than the {pilots.Count} ways there are.");
        }
        if (elapsed < Patience || !pilots.Any(pilot => pilot.Lane.Gate.HasStood)) return;
        foreach (var pilot in pilots.Where(pilot => !pilot.Lane.Gate.HasStood && !_isTold[pilot.Lane.Index]))
            context.Notice(context.KindOf(pilot.Lane), $"No session could be opened {pilot.Lane.Name} in {elapsed.TotalSeconds:0.#} s; the others have brought everything.{Advice(pilot.Lane)}");
    }

    /// <summary>Whether bytes have come by a lane of late.</summary>
    private bool Flows(LanePilot pilot, TimeSpan limit) => !pilot.Lane.Silence.IsSilent && pilot.Flow.LastByteAt != 0 && Since(pilot) < limit;

    private bool IsSilent(LanePilot pilot) => !pilot.Lane.Silence.IsSilent && (pilot.Flow.LastByteAt != 0
        ? Since(pilot) > Limit(pilot)
        : pilot.Flow.AskedAt != 0 && !context.IsReplica(pilot.Lane) && Since(pilot) > Answer);

    private TimeSpan Since(LanePilot pilot) => context.Time.GetElapsedTime(pilot.Flow.LastByteAt != 0 ? pilot.Flow.LastByteAt : pilot.Flow.AskedAt);

    private static TimeSpan Limit(LanePilot pilot)
    {
        var least = pilot.Flow.Receiving >= Several ? Together : Alone;
        return least > 10 * pilot.Lane.RoundTrip ? least : 10 * pilot.Lane.RoundTrip;
    }

    // Linux sends by the route to the destination, whatever the source address is; what comes back by another interface is dropped there.
    private static string Advice(Lane lane) => lane.LocalPath is { Device: null } path && !lane.Gate.HasStood && OperatingSystem.IsLinux()
        ? $" A source address needs a route of its own (ip rule add from {path.Name} table 100, and a default route in that table: docs/multipath.md)."
        : "";
}
