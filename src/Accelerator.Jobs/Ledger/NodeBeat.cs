namespace Accelerator.Jobs.Ledger;

/// <summary>The last heartbeat of a node.</summary>
public sealed record NodeBeat
{
    /// <summary>The node's name.</summary>
    public required string Node { get; init; }

    /// <summary>The identifier of its start.</summary>
    public required string Incarnation { get; init; }

    /// <summary>The program's version.</summary>
    public required string Version { get; init; }

    /// <summary>The time of the heartbeat, by the database's clock.</summary>
    public required DateTimeOffset LastBeat { get; init; }

    /// <summary>The time since the heartbeat, by the database's clock.</summary>
    public required TimeSpan Age { get; init; }

    /// <summary>Whether the node has left on purpose: <see cref="NodeLedger.WithdrawAsync"/>.</summary>
    public bool HasLeft => LastBeat == DateTimeOffset.UnixEpoch;

    /// <summary>The digest of its job file; null if its program did not report it.</summary>
    public string? Jobs { get; init; }

    /// <summary>
    /// When that file was put in force there, by the database's clock; if the node joined with it, 1970 or a time before those of all nodes
    /// that had joined earlier.
    /// </summary>
    public required DateTimeOffset JobsAt { get; init; }

    /// <summary>The number of sessions that were logged in, of all servers.</summary>
    public required int Sessions { get; init; }
}
