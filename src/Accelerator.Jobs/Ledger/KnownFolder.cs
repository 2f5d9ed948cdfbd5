namespace Accelerator.Jobs.Ledger;

/// <summary>A folder that a job polls.</summary>
/// <param name="Id">The folder's row.</param>
/// <param name="LastCompletePoll">When the last complete poll ended; null before the first.</param>
/// <param name="Entries">The number of entries that the last complete poll found; 0 before the first.</param>
/// <param name="IncompletePolls">The number of consecutive polls that were not complete.</param>
/// <param name="Target">The local folder that its files are delivered into.</param>
public sealed record KnownFolder(long Id, DateTimeOffset? LastCompletePoll, long Entries, int IncompletePolls, string Target)
{
    /// <summary>
    /// The job and the server that the folder had until now, if this call has found it under names that the job file no longer has;
    /// otherwise null.
    /// </summary>
    public FolderOwner? Earlier { get; init; }
}
