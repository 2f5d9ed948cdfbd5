namespace Accelerator.Engine.Transfers;

/// <summary>Where one file stands. <see cref="FileTransfer"/> owns every step from one to the next.</summary>
internal enum FileStage
{
    /// <summary>Workers ask for its size and time.</summary>
    Inspecting,

    /// <summary>Both are known, from the server or from a listing; the local file is opened and the plan made.</summary>
    Opening,

    /// <summary>Ranges are fetched.</summary>
    Fetching,

    /// <summary>All bytes are there; a worker proves and publishes.</summary>
    Finishing,

    /// <summary>Published or failed.</summary>
    Ended,
}
