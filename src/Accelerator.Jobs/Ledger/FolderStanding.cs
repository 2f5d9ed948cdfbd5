namespace Accelerator.Jobs.Ledger;

/// <summary>A folder and its last poll.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Path">The folder on the server.</param>
/// <param name="LastPoll">How the last poll ended; null before the first.</param>
/// <param name="LastCompletePoll">When the last complete poll ended; null before the first.</param>
/// <param name="IncompletePolls">The number of consecutive polls that were not complete.</param>
public sealed record FolderStanding(
    string Job, string Server, string Path, PollEnd? LastPoll, DateTimeOffset? LastCompletePoll, int IncompletePolls);
