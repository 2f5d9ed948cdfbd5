using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Control;

/// <summary>How the look into one folder of a job went.</summary>
public sealed record PolledFolder
{
    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>Entries that the listing gave.</summary>
    public long Listed { get; init; }

    /// <summary>Those of them that the job wants.</summary>
    public long Wanted { get; init; }

    /// <summary>Files, or versions of files, that were not known.</summary>
    public int New { get; init; }

    /// <summary>Files that are complete now and are to be fetched.</summary>
    public int Queued { get; init; }

    /// <summary>Their bytes.</summary>
    public long QueuedBytes { get; init; }

    /// <summary>Whether the listing counts as all of the folder.</summary>
    public bool Complete { get; init; }

    /// <summary>Why it does not, or what else is to be known; null for nothing.</summary>
    public string? Note { get; init; }

    /// <summary>Why the folder could not be listed; null where it could, or is not there yet.</summary>
    public string? Problem { get; init; }

    /// <summary>What a look reports of a folder.</summary>
    public static PolledFolder Of(FolderReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (report.Plan is not { } plan)
            return new PolledFolder { Folder = report.Folder, Note = report.Problem is null ? "The folder is not there, or not yet." : null,
                Problem = report.Problem?.Message };
        return new PolledFolder
        {
            Folder = report.Folder,
            Listed = plan.Listed,
            Wanted = plan.Wanted,
            New = plan.New,
            Queued = plan.Queued,
            QueuedBytes = plan.QueuedBytes,
            Complete = plan.IsComplete,
            Note = plan.Note,
        };
    }
}
