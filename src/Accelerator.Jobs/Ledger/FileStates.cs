namespace Accelerator.Jobs.Ledger;

/// <summary>What the states have in common.</summary>
public static class FileStates
{
    /// <summary>Whether the file is still to be delivered.</summary>
    public static bool IsWaiting(this FileState state) =>
        state is FileState.Discovered or FileState.Stable or FileState.Queued or FileState.Transferring or FileState.Verified;
}
