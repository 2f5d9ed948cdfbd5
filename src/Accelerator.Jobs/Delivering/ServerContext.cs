using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// A server of the job file, as its polls and deliveries share it: its sessions, whether work may start there, and what is wrong with it.
/// </summary>
/// <param name="seat">This node among those that share the ledger.</param>
/// <param name="isPaused">Returns whether nothing is started.</param>
/// <param name="linkOf">Gets the sessions of another server of the job file; null if it is being stopped.</param>
internal sealed class ServerContext(
    ServerDefinition server, JobTools tools, NodeSeat seat, Func<bool> isPaused, Func<string, ServerLink?> linkOf) : IDisposable
{
    private static readonly TimeSpan LongestRest = TimeSpan.FromMinutes(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly ServerStanding _standing = new();
    private string? _told;
    private DateTimeOffset _restUntil;
    private int _rests;
    private int _pollers;
    private long _delivered;

    /// <summary>The server's definition in the job file.</summary>
    public ServerDefinition Definition => server;

    /// <summary>The server's sessions.</summary>
    public ServerLink Link { get; } = new(server, tools, linkOf);

    /// <summary>The state of the network path as the deliveries show it.</summary>
    public TrafficMeter Traffic { get; } = new();

    /// <summary>Set when there may be something to deliver.</summary>
    public WakeSignal Wake { get; } = new();

    /// <summary>Set when a session is wanted: if several nodes share the server, the ledger is asked for it.</summary>
    public WakeSignal SessionWanted { get; } = new();

    /// <summary>Cancelled when the work with the server ends.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>Whether the lease of what this node holds has ended, as far as it knows.</summary>
    public bool IsLeaseOver => seat.IsLeaseOver;

    /// <summary>The number of sessions that this node may have there now.</summary>
    public int MostSessions => Link.SessionBudget.Most;

    /// <summary>The number of polls that run or wait for their turn.</summary>
    public int Pollers => Volatile.Read(ref _pollers);

    /// <summary>The number of files delivered since the start.</summary>
    public long Delivered => Interlocked.Read(ref _delivered);

    /// <summary>Whether a file may be started.</summary>
    public bool MayBegin =>
        !_stop.IsCancellationRequested && !isPaused() && seat.IsSeated && tools.Time.GetUtcNow() >= _restUntil
            && !(MostSessions == 1 && Pollers > 0);

    /// <summary>Stops what is in progress.</summary>
    public void Stop()
    {
        _stop.Cancel();
        Wake.Set();
    }

    /// <summary>Counts a poll that begins.</summary>
    public void PollBegins() => Reserve(Interlocked.Increment(ref _pollers));

    /// <summary>Counts a poll that ends.</summary>
    public void PollEnds() => Reserve(Interlocked.Decrement(ref _pollers));

    /// <summary>Makes room for a transfer that waits for a session here.</summary>
    public async Task RequestLeaseAsync()
    {
        SessionWanted.Set();
        await Link.TrimAsync().ConfigureAwait(false);
    }

    /// <summary>Notes a delivered file.</summary>
    public void NoteDelivery()
    {
        Interlocked.Increment(ref _delivered);
        Note(standing => standing.Arrived(tools.Time.GetUtcNow()));
    }

    /// <summary>Notes that the server has completed a request.</summary>
    public void NoteWell()
    {
        EndRest();
        Note(standing => standing.RunDone());
    }

    /// <summary>Notes the end of a run of downloads that no failure of the server ended.</summary>
    /// <param name="isUndisturbed">Whether the run completed.</param>
    /// <param name="hasDelivered">Whether files arrived.</param>
    public void NoteRun(bool isUndisturbed, bool hasDelivered)
    {
        if (isUndisturbed) _rests = 0;
        if (hasDelivered) Note(standing => standing.RunDone());
    }

    /// <summary>Lets the server rest: nothing is started there for a while.</summary>
    /// <param name="kind">The kind of failure; null for a transfer between servers.</param>
    /// <param name="message">One or two sentences.</param>
    public void Rest(FailureKind? kind, string message)
    {
        var pause = TimeSpan.FromSeconds(Math.Min(LongestRest.TotalSeconds, 5 * Math.Pow(2, Math.Min(_rests++, 10))));
        var now = tools.Time.GetUtcNow();
        _restUntil = now + pause;
        var sentence = $"{message} The files of this server wait; the service tries one of them again within a minute, or when a poll "
            + "succeeds.";
        Note(standing => standing.TransferFailed(kind, sentence, now));
    }

    /// <summary>Ends the rest after a successful poll.</summary>
    public void EndRest() => (_restUntil, _rests) = (default, 0);

    /// <summary>Changes what is wrong with the server, and reports it if the text changes.</summary>
    public void Note(Action<ServerStanding> change)
    {
        // Reported under the lock, so that the last report is the current state.
        lock (_standing)
        {
            change(_standing);
            if (_standing.Sentence == _told) return;
            _told = _standing.Sentence;
            var about = $"server {server.Name}";
            tools.Events.Report(_told is not { } sentence ? new JobEvent.Recovered(about)
                : new JobEvent.Incident(about, sentence) { IsLogin = _standing.IsLogin });
        }
    }

    public void Dispose() => _stop.Dispose();

    private void Reserve(int pollers)
    {
        if (!tools.Ledger.IsShared) return;
        Link.SessionBudget.Reserved = Math.Min(1, pollers);
        SessionWanted.Set();
    }
}
