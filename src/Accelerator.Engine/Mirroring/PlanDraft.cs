using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>A plan in preparation.</summary>
internal sealed class PlanDraft
{
    private readonly List<string> _sameTargets = [];

    /// <summary>Files to fetch.</summary>
    public List<MirrorFetch> Fetches { get; } = [];

    /// <summary>Local files and folders that are verified not to be on the server.</summary>
    public List<MirrorExtra> Extras { get; } = [];

    /// <summary>Files for which the listing is not sufficient.</summary>
    public List<MirrorQuestion> Questions { get; } = [];

    /// <summary>Links, which are resolved when everything has been listed.</summary>
    public List<(MirrorCandidate Link, Ftp.FtpPath? Target)> Links { get; } = [];

    /// <summary>Folders that are empty on the server and missing locally.</summary>
    public List<FolderPlace> EmptyFolders { get; } = [];

    /// <summary>Full paths of files that have a journal beside them.</summary>
    public List<string> Journalled { get; } = [];

    /// <summary>Problems with folders or files that could not be inspected.</summary>
    public List<MirrorProblem> Problems { get; } = [];

    /// <summary>The number of those problems that are folders which could not be listed.</summary>
    public int UnlistedFolders { get; set; }

    /// <summary>
    /// Whether a listing may lack entries, although nothing shows it: only its own folder is kept from deletions, and the run says so.
    /// </summary>
    public bool IsDoubtful { get; set; }

    /// <summary>The entries that are left out on purpose.</summary>
    public LeftOutTally LeftOut { get; } = new();

    /// <summary>Folders listed.</summary>
    public long Folders { get; set; }

    /// <summary>Files listed.</summary>
    public long FilesSeen { get; set; }

    /// <summary>Total bytes of those files.</summary>
    public long BytesSeen { get; set; }

    /// <summary>Files that are the same.</summary>
    public long SameFiles { get; private set; }

    /// <summary>Total bytes of those files.</summary>
    public long SameBytes { get; private set; }

    /// <summary>The decisions of the filter.</summary>
    public SelectionTally Selection { get; } = new();

    /// <summary>Files that are too young.</summary>
    public long YoungFiles { get; set; }

    /// <summary>Counts a file that is the same.</summary>
    /// <param name="bytes">Its size.</param>
    /// <param name="target">Its full local path, if the plan names such files; else null.</param>
    public void AddSame(long bytes, string? target)
    {
        if (target is not null) _sameTargets.Add(target);
        SameFiles++;
        SameBytes += bytes;
    }

    /// <summary>Adds a problem.</summary>
    public void AddProblem(string path, FailureKind kind, string message) => Problems.Add(new MirrorProblem(path, kind, message));

    /// <summary>Returns the plan.</summary>
    public MirrorPlan Finish(MirrorOrder order) => new()
    {
        Fetches = Sort(order),
        Extras = [.. Extras.OrderBy(extra => extra.Path, StringComparer.Ordinal)],
        Folders = Folders,
        SameFiles = SameFiles,
        SameBytes = SameBytes,
        UnwantedFiles = Selection.Skipped,
        YoungFiles = YoungFiles,
        LeftOut = [.. LeftOut.Sentences(), .. Selection.Doubts()],
        Problems = Problems,
        UnlistedFolders = UnlistedFolders,
        IsDoubtful = IsDoubtful,
        EmptyFolders = EmptyFolders,
        Journalled = Journalled,
        SameTargets = _sameTargets,
    };

    private IReadOnlyList<MirrorFetch> Sort(MirrorOrder order)
    {
        var byPath = Fetches.OrderBy(fetch => fetch.Path, StringComparer.Ordinal);
        return order switch
        {
            MirrorOrder.Newest => [.. byPath.OrderByDescending(fetch => fetch.LastChange ?? DateTime.MinValue)],
            MirrorOrder.Smallest => [.. byPath.OrderBy(fetch => fetch.Size ?? long.MaxValue)],
            _ => [.. byPath],
        };
    }
}

/// <summary>A file for which the listing is not sufficient.</summary>
/// <param name="File">The file.</param>
/// <param name="Comparison">The result of comparing it so far.</param>
/// <param name="IsAgeOpen">Whether the time of its last change is unknown, and matters.</param>
internal sealed record MirrorQuestion(MirrorCandidate File, Comparison Comparison, bool IsAgeOpen);
