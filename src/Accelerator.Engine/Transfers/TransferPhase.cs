namespace Accelerator.Engine.Transfers;

/// <summary>Where a transfer stands as a whole.</summary>
public enum TransferPhase
{
    /// <summary>Folders are listed. Files are counted in as they are found.</summary>
    Listing,

    /// <summary>First login, sizes and times.</summary>
    Connecting,

    /// <summary>Bytes are fetched.</summary>
    Transferring,

    /// <summary>Flushing, hashing, publishing.</summary>
    Verifying,

    /// <summary>Nothing more will come.</summary>
    Done,
}
