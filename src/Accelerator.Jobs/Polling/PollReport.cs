namespace Accelerator.Jobs.Polling;

/// <summary>How a job's look went.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Started">When it began.</param>
/// <param name="Finished">When it ended.</param>
/// <param name="Folders">Each folder that was looked into.</param>
public sealed record PollReport(string Job, DateTimeOffset Started, DateTimeOffset Finished, IReadOnlyList<FolderReport> Folders)
{
    /// <summary>Files that are to be fetched since this look.</summary>
    public int Queued => Folders.Sum(folder => folder.Plan?.Queued ?? 0);

    /// <summary>Files, or versions of files, that were not known.</summary>
    public int New => Folders.Sum(folder => folder.Plan?.New ?? 0);

    /// <summary>Entries of all folders.</summary>
    public long Listed => Folders.Sum(folder => folder.Plan?.Listed ?? 0);

    /// <summary>Whether every folder was listed, each to its end.</summary>
    public bool IsComplete => Folders.All(folder => folder.Problem is null && folder.Plan is null or { IsComplete: true });
}
