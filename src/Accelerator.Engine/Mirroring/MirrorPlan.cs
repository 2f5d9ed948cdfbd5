using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>The plan of a mirror: printable, and made without changing anything. <c>--dry-run</c> shows it.</summary>
public sealed record MirrorPlan
{
    /// <summary>Files to fetch, in the order in which they begin.</summary>
    public required IReadOnlyList<MirrorFetch> Fetches { get; init; }

    /// <summary>Local files and folders that are verified not to be on the server: <c>--delete</c> deletes them.</summary>
    public required IReadOnlyList<MirrorExtra> Extras { get; init; }

    /// <summary>Folders listed.</summary>
    public required long Folders { get; init; }

    /// <summary>Files that are the same on the server and locally.</summary>
    public required long SameFiles { get; init; }

    /// <summary>Total bytes of those files.</summary>
    public required long SameBytes { get; init; }

    /// <summary>Files that the filter does not select, by a pattern, a size or a time.</summary>
    public required long UnwantedFiles { get; init; }

    /// <summary>
    /// Files left for the next run, because they were changed less than <see cref="FileFilter.MinAge"/> ago or their age is not known.
    /// </summary>
    public required long YoungFiles { get; init; }

    /// <summary>
    /// One sentence for everything else that is left out on purpose: links, loops, names that are not valid locally. Also for files that
    /// were selected or left out in doubt, because the server lists no size or no time.
    /// </summary>
    public required IReadOnlyList<string> LeftOut { get; init; }

    /// <summary>
    /// Problems with folders or files that could not be inspected. Nothing in or below such a folder is among <see cref="Extras"/>.
    /// </summary>
    public required IReadOnlyList<MirrorProblem> Problems { get; init; }

    /// <summary>
    /// Whether a folder's listing may lack entries, although nothing shows it; <see cref="LeftOut"/> says which. Nothing is deleted in it.
    /// </summary>
    public bool IsDoubtful { get; init; }

    /// <summary>The number of <see cref="Problems"/> that are remote folders which could not be listed.</summary>
    internal int UnlistedFolders { get; init; }

    /// <summary>
    /// Why <see cref="MirrorRequest.MaxDelete"/> keeps the extras, one sentence that is among <see cref="Problems"/> too; null where it
    /// does not.
    /// </summary>
    internal string? DeleteRefusal { get; init; }

    /// <summary>
    /// Why nothing of the plan can be fetched: the new files need more space than the volume has free. One sentence; null where they fit,
    /// and where this is unknown.
    /// </summary>
    public string? RoomRefusal { get; init; }

    /// <summary>Folders that are empty on the server and missing locally: they are created.</summary>
    internal IReadOnlyList<FolderPlace> EmptyFolders { get; init; } = [];

    /// <summary>Full local paths of the files that are the same; empty unless <see cref="MirrorRequest.NamesSameFiles"/>.</summary>
    internal IReadOnlyList<string> SameTargets { get; init; } = [];

    /// <summary>Full paths of files that have a journal beside them: it is deleted for those that are in place.</summary>
    internal IReadOnlyList<string> Journalled { get; init; } = [];

    /// <summary>New files.</summary>
    public int NewFiles => Fetches.Count(fetch => fetch.Change == MirrorChange.New);

    /// <summary>Bytes of new files; sizes that are not known count as 0.</summary>
    public long NewBytes => ByteTotal.Of(Fetches.Where(fetch => fetch.Change == MirrorChange.New).Select(fetch => fetch.Size ?? 0));

    /// <summary>Changed files.</summary>
    public int ChangedFiles => Fetches.Count - NewFiles;

    /// <summary>Bytes of changed files.</summary>
    public long ChangedBytes => ByteTotal.Of(Fetches.Where(fetch => fetch.Change == MirrorChange.Changed).Select(fetch => fetch.Size ?? 0));

    /// <summary>Files that are not on the server.</summary>
    public long ExtraFiles => Extras.Sum(extra => extra.Files);

    /// <summary>Bytes of files that are not on the server.</summary>
    public long ExtraBytes => Extras.Sum(extra => extra.Bytes);
}
