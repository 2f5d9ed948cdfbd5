namespace Accelerator.Jobs.Ledger;

/// <summary>How far a file of a job has come. In the database it stands as the same word in small letters.</summary>
public enum FileState
{
    /// <summary>Seen, and still being observed.</summary>
    Discovered,

    /// <summary>Stands still, but its marker or its minimum age is missing.</summary>
    Stable,

    /// <summary>To be fetched.</summary>
    Queued,

    /// <summary>A worker has claimed it.</summary>
    Transferring,

    /// <summary>Proven, and about to be renamed to its final name: the intent that is committed before the rename.</summary>
    Verified,

    /// <summary>Delivered under its final name.</summary>
    Published,

    /// <summary>Its tries are used up.</summary>
    Failed,

    /// <summary>Its content contradicts what is known of it.</summary>
    Quarantined,

    /// <summary>Gone from the server before it was delivered.</summary>
    Vanished,
}
