namespace Accelerator.Jobs.Ledger;

/// <summary>The state of a job's file. The database stores the same name in lower case.</summary>
public enum FileState
{
    /// <summary>Seen, and still being observed.</summary>
    Discovered,

    /// <summary>Unchanged for long enough, but its marker or its minimum age is missing.</summary>
    Stable,

    /// <summary>Waits to be fetched.</summary>
    Queued,

    /// <summary>Claimed by a worker.</summary>
    Transferring,

    /// <summary>Verified, and about to be renamed to its final name: the intent that is committed before the rename.</summary>
    Verified,

    /// <summary>Delivered under its final name.</summary>
    Published,

    /// <summary>Failed: its tries are used up.</summary>
    Failed,

    /// <summary>Quarantined: its content contradicts the record.</summary>
    Quarantined,

    /// <summary>Gone from the server before it was delivered.</summary>
    Vanished,
}
