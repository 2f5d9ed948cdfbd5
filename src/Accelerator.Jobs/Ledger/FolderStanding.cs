namespace Accelerator.Jobs.Ledger;

/// <summary>A folder and the last look into it.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Path">The folder on the server.</param>
/// <param name="LastPoll">How the last look ended; null before the first.</param>
/// <param name="LastCompletePoll">When the last complete look ended; null before the first.</param>
/// <param name="IncompletePolls">Looks in a row that were not complete.</param>
public sealed record FolderStanding(
    string Job, string Server, string Path, PollEnd? LastPoll, DateTimeOffset? LastCompletePoll, int IncompletePolls);
