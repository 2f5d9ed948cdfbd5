namespace Accelerator.Engine.Transfers.Files;

/// <summary>The stage of one file. <see cref="FileTransfer"/> owns every transition.</summary>
internal enum FileStage
{
    /// <summary>Workers query its size and time.</summary>
    Inspecting,

    /// <summary>Both are known, from the server or from a listing; the local file is being opened and the plan made.</summary>
    Opening,

    /// <summary>Ranges are being fetched.</summary>
    Fetching,

    /// <summary>All bytes are there; a worker verifies and publishes.</summary>
    Finishing,

    /// <summary>Published or failed.</summary>
    Ended,
}
