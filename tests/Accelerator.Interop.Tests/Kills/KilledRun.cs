namespace Accelerator.Interop.Tests.Kills;

/// <summary>The result of one run up to its kill.</summary>
/// <param name="Sent">File bytes the server sent it.</param>
/// <param name="Kept">Bytes that the next run can use beyond those that this one found.</param>
/// <param name="IsInProgress">Whether the run was killed after its first byte and before its last.</param>
internal sealed record KilledRun(long Sent, long Kept, int Retrievals, bool IsInProgress, bool IsComplete)
{
    /// <summary>The bytes that have to be sent again, and those that the run read in addition to the file.</summary>
    public long Lost => Sent - Kept;
}
