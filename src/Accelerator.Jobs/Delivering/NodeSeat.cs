using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// This node among those that share the ledger: whether it is the only one of its name, whether its clock is reliable, and whether its job
/// file is the same as that of the others. With a ledger that is not shared it only reports its presence.
/// </summary>
/// <param name="jobs">Gets the digest of the job file in force here.</param>
/// <param name="sessions">Gets the number of sessions that are logged in.</param>
internal sealed class NodeSeat(JobTools tools, Func<string> jobs, Func<int> sessions)
{
    /// <summary>
    /// The maximum clock offset. Quartz schedules by the clocks of nodes and requires them within a second of each other; leases and pauses
    /// tolerate this much as well.
    /// </summary>
    private static readonly TimeSpan MostOff = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Farewell = TimeSpan.FromSeconds(2);

    private static readonly string Version = typeof(NodeSeat).Assembly.GetName().Version?.ToString() ?? "";

    private static readonly TimeProvider Clock = TimeProvider.System;

    private readonly object _lock = new();
    private long _renewed = Clock.GetTimestamp();
    private volatile bool _isSeated = true;
    private volatile bool _mayPoll = true;

    /// <summary>Whether this node is the only one of its name; otherwise it starts nothing.</summary>
    public bool IsSeated => _isSeated;

    /// <summary>Whether this node takes its turn to poll: its job file is the one put in force last, and its clock is right.</summary>
    public bool MayPoll => _mayPoll;

    /// <summary>When its leases were last renewed, by the monotonic clock.</summary>
    public long Renewed
    {
        get => Interlocked.Read(ref _renewed);
        set => Interlocked.Exchange(ref _renewed, value);
    }

    /// <summary>The time since the last renewal.</summary>
    public TimeSpan SinceRenewal => Clock.GetElapsedTime(Renewed);

    /// <summary>Whether the leases may have ended, as far as this node knows: then nothing is published.</summary>
    public bool IsLeaseOver => SinceRenewal >= tools.Leases.Lease - tools.Leases.Margin;

    /// <summary>Called when <see cref="MayPoll"/> has changed.</summary>
    public Action? Changed { get; set; }

    /// <summary>Joins the nodes that share the ledger.</summary>
    /// <exception cref="LedgerException">Another node has its name, or its clock is off; or the ledger does not answer.</exception>
    public async Task JoinAsync(CancellationToken cancellationToken)
    {
        if (!tools.Ledger.IsShared) return;
        var answer = await AskAsync(tools.Home, cancellationToken).ConfigureAwait(false);
        if (answer.IsRefused) throw new LedgerException(NameTaken, isTransient: true);
        if (IsOff(answer))
        {
            await tools.Ledger.Nodes.WithdrawAsync(tools.Node, tools.Incarnation, cancellationToken).ConfigureAwait(false);
            throw new LedgerException(
                $"{ClockOff(answer)} This node does not join until its clock is set (NTP). ftpxd tries again.", isTransient: true);
        }
        Weigh(answer);
    }

    /// <summary>Sends a heartbeat and reads the state of the other nodes.</summary>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task BeatAsync(CancellationToken cancellationToken)
    {
        var answer = await AskAsync(null, cancellationToken).ConfigureAwait(false);
        if (tools.Ledger.IsShared) Weigh(answer);
    }

    /// <summary>
    /// Tells the other nodes that this one stops on purpose, so that it does not count as dead. A ledger that does not answer within
    /// <see cref="Farewell"/> is not waited for.
    /// </summary>
    public async Task LeaveAsync()
    {
        if (!tools.Ledger.IsShared) return;
        using var patience = new CancellationTokenSource(Farewell, Clock);
        try
        {
            await tools.Ledger.Nodes.WithdrawAsync(tools.Node, tools.Incarnation, patience.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is LedgerException or OperationCanceledException)
        {
            // The other nodes then report it as dead: they cannot know better.
        }
    }

    private string NameTaken =>
        $"Another ftpxd that shares this ledger is also named {tools.Node}, and is running. Start one of them with another --node NAME. "
            + $"ftpxd tries again; after the other one ends, it takes {Silence.TotalSeconds:0} s.";

    private TimeSpan Silence => tools.Leases.Lease + tools.Leases.Grace;

    private Task<NodeAnswer> AskAsync(string? home, CancellationToken cancellationToken) =>
        tools.Ledger.Nodes.BeatAsync(
            new NodeReport(tools.Node, tools.Incarnation, Version, jobs(), sessions()), home, Silence, cancellationToken);

    private void Weigh(NodeAnswer answer)
    {
        Say("node name", answer.IsRefused ? NameTaken : null);
        _isSeated = !answer.IsRefused;
        if (!answer.IsRefused)
        {
            Say("clock", IsOff(answer) ? $"{ClockOff(answer)} This node does not poll until its clock is set (NTP)." : null);
            Say("job file of this node", answer.Rules is { } rules && rules.Jobs != jobs()
                ? $"The job file of {rules.Node} differs from that of this node, {tools.Node}, and was activated later. "
                    + "This node does not poll until both nodes have the same job file; it continues to deliver the queued files of "
                    + "the jobs in its own."
                : null);
        }
        var mayPoll = !answer.IsRefused && !IsOff(answer) && (answer.Rules is null || answer.Rules.Jobs == jobs());
        lock (_lock)
        {
            // The heartbeat and a change of the job file may coincide.
            if (mayPoll == _mayPoll) return;
            _mayPoll = mayPoll;
        }
        Changed?.Invoke();
    }

    private void Say(string about, string? incident) =>
        tools.Events.Report(incident is null ? new JobEvent.Recovered(about) : new JobEvent.Incident(about, incident));

    private static bool IsOff(NodeAnswer answer) => answer.Clock.Duration() - answer.Doubt > MostOff;

    private string ClockOff(NodeAnswer answer) =>
        $"The clock of {tools.Node} is {answer.Clock.Duration().TotalSeconds:0.0} s "
            + $"{(answer.Clock < TimeSpan.Zero ? "ahead of" : "behind")} the database's, "
            + $"and more than {MostOff.TotalSeconds:0} s would make nodes disagree.";
}
