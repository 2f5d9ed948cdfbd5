namespace Accelerator.Jobs.Ledger;

/// <summary>A folder that a job looks into.</summary>
/// <param name="Id">Its row.</param>
/// <param name="LastCompletePoll">When the last complete look ended; null before the first.</param>
/// <param name="Entries">What the last complete look found, all entries; 0 before the first.</param>
/// <param name="IncompletePolls">Looks in a row that were not complete.</param>
/// <param name="Target">The local folder that its files are delivered into.</param>
public sealed record KnownFolder(long Id, DateTimeOffset? LastCompletePoll, long Entries, int IncompletePolls, string Target);
