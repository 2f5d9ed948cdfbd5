using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Control;

/// <summary>The result of polling one folder of a job.</summary>
public sealed record PolledFolder
{
    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The number of entries in the listing.</summary>
    public long Listed { get; init; }

    /// <summary>The number of listed entries that the job wants.</summary>
    public long Wanted { get; init; }

    /// <summary>The number of new files or new versions of files.</summary>
    public int New { get; init; }

    /// <summary>The number of files that are now complete and queued.</summary>
    public int Queued { get; init; }

    /// <summary>The bytes of the queued files.</summary>
    public long QueuedBytes { get; init; }

    /// <summary>Whether the listing counts as complete.</summary>
    public bool Complete { get; init; }

    /// <summary>Why the listing is not complete, or another remark; null for none.</summary>
    public string? Note { get; init; }

    /// <summary>Why the folder could not be listed; null if it could, or if it does not exist yet.</summary>
    public string? Problem { get; init; }

    /// <summary>Converts the report of a folder.</summary>
    public static PolledFolder Of(FolderReport report)
    {
        if (report.Plan is not { } plan)
            return new PolledFolder { Folder = report.Folder, Note = report.Problem is null ? "The folder does not exist (yet)." : null,
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
