namespace Accelerator.Jobs.Polling;

/// <summary>The result of a job's poll.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Started">When it began.</param>
/// <param name="Finished">When it ended.</param>
/// <param name="Folders">Each folder that was polled.</param>
public sealed record PollReport(string Job, DateTimeOffset Started, DateTimeOffset Finished, IReadOnlyList<FolderReport> Folders)
{
    /// <summary>The number of files that this poll queued.</summary>
    public int Queued => Folders.Sum(folder => folder.Plan?.Queued ?? 0);

    /// <summary>The number of new files or new versions of files.</summary>
    public int New => Folders.Sum(folder => folder.Plan?.New ?? 0);

    /// <summary>The number of entries of all folders.</summary>
    public long Listed => Folders.Sum(folder => folder.Plan?.Listed ?? 0);

    /// <summary>Whether every folder was listed, each to its end.</summary>
    public bool IsComplete => Folders.All(folder => folder.Problem is null && folder.Plan is null or { IsComplete: true });
}
