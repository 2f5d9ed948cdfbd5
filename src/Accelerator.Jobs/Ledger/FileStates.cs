namespace Accelerator.Jobs.Ledger;

/// <summary>Classifies the states of a file.</summary>
public static class FileStates
{
    /// <summary>Returns whether the file is still to be delivered.</summary>
    public static bool IsWaiting(this FileState state) =>
        state is FileState.Discovered or FileState.Stable or FileState.Queued or FileState.Transferring or FileState.Verified;
}
