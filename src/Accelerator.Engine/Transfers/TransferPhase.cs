namespace Accelerator.Engine.Transfers;

/// <summary>The phase of a complete transfer.</summary>
public enum TransferPhase
{
    /// <summary>Folders are being listed. Files are counted as they are found.</summary>
    Listing,

    /// <summary>First login; querying sizes and times.</summary>
    Connecting,

    /// <summary>Bytes are being fetched.</summary>
    Transferring,

    /// <summary>Flushing, hashing, publishing.</summary>
    Verifying,

    /// <summary>The run is over.</summary>
    Done,
}
