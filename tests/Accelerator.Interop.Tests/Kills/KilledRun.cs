namespace Accelerator.Interop.Tests.Kills;

/// <summary>What one run did until it was killed.</summary>
/// <param name="Sent">File bytes the server sent it.</param>
/// <param name="Kept">Bytes that the next run can use beyond those that this one found.</param>
/// <param name="IsInProgress">It was killed, after its first byte and before its last.</param>
internal sealed record KilledRun(long Sent, long Kept, int Retrievals, bool IsInProgress, bool IsComplete)
{
    /// <summary>Bytes that have to be sent again, and what the run read besides the file.</summary>
    public long Lost => Sent - Kept;
}
