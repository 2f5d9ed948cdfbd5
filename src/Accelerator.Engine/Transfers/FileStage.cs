namespace Accelerator.Engine.Transfers;

/// <summary>Where one file stands. <see cref="FileTransfer"/> owns every step from one to the next.</summary>
internal enum FileStage
{
    /// <summary>Nobody has asked the server about it.</summary>
    Waiting,

    /// <summary>A worker asks.</summary>
    Inspecting,

    /// <summary>Ranges are fetched.</summary>
    Fetching,

    /// <summary>All bytes are there; a worker proves and publishes.</summary>
    Finishing,

    /// <summary>Published or failed.</summary>
    Ended,
}
