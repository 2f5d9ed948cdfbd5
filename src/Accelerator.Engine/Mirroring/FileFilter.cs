using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Selects the wanted files of a folder, a tree or a pattern. Pure. A mirror neither fetches nor deletes unwanted files. Where a size or a
/// time is unknown, decision 0024 says what holds.
/// </summary>
public sealed record FileFilter
{
    /// <summary>Everything.</summary>
    public static FileFilter All { get; } = new();

    /// <summary>A file must match one of these; none means any. They do not apply to folders, which are entered in any case.</summary>
    public IReadOnlyList<Glob> Include { get; init; } = [];

    /// <summary>Entries that match one of these are left out; a folder with all its content.</summary>
    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    /// <summary>Only files of at least this many bytes; null for any. A file of unknown size is not selected.</summary>
    public long? MinSize { get; init; }

    /// <summary>Only files of at most this many bytes; null for any. A file of unknown size is selected.</summary>
    public long? MaxSize { get; init; }

    /// <summary>Only files changed after this time; null for any. A file of unknown time is selected.</summary>
    public DateTimeOffset? NewerThan { get; init; }

    /// <summary>Only files last changed at this time or before; null for any. A file of unknown time is selected.</summary>
    public DateTimeOffset? OlderThan { get; init; }

    /// <summary>
    /// Only files unchanged for this long: a younger one may still be written. Null for any. Only mirrors apply it, and ask the server
    /// where a listing leaves the age open.
    /// </summary>
    public TimeSpan? MinAge { get; init; }

    /// <summary>Nested folders below the root that are entered: 0 for the root's own files; null for all.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>Whether files are selected by a name, a size or a time.</summary>
    internal bool IsSelective => IsOfFiles || Exclude.Count > 0;

    /// <summary>Whether the size or the time of a file decides.</summary>
    internal bool NeedsFacts => (MinSize ?? MaxSize) is not null || (NewerThan ?? OlderThan) is not null;

    private bool IsOfFiles => Include.Count > 0 || NeedsFacts;

    /// <summary>Returns whether a choice selects the file.</summary>
    internal static bool IsSelected(FileChoice choice) => choice is FileChoice.Selected or FileChoice.SelectedInDoubt;

    /// <summary>Returns whether a folder is to be entered, by its path below the root.</summary>
    public bool Enters(string path) => !Exclude.Any(glob => glob.Matches(path, isFolder: true));

    /// <summary>Returns whether a file is wanted by its name, by its path below the root.</summary>
    public bool Wants(string path) =>
        (Include.Count == 0 || Include.Any(glob => glob.Matches(path, isFolder: false)))
            && !Exclude.Any(glob => glob.Matches(path, isFolder: false));

    /// <summary>Decides about a file.</summary>
    /// <param name="path">Its path below the root.</param>
    /// <param name="size">Bytes; null if unknown.</param>
    /// <param name="time">Its last change; null if unknown.</param>
    internal FileChoice Judge(string path, long? size, ListingTime? time)
    {
        if (!Wants(path)) return FileChoice.Name;
        if (MinSize is { } least && !(size >= least)) return size is null ? FileChoice.UnknownSize : FileChoice.TooSmall;
        if (size > MaxSize) return FileChoice.TooLarge;
        if (NewerThan is { } from && !AgePolicy.IsNewer(time, from)) return FileChoice.TooOld;
        if (OlderThan is { } to && !AgePolicy.IsOlder(time, to)) return FileChoice.TooNew;
        var isInDoubt = (MaxSize is not null && size is null) || ((NewerThan ?? OlderThan) is not null && time is null);
        return isInDoubt ? FileChoice.SelectedInDoubt : FileChoice.Selected;
    }

    /// <summary>
    /// Decides about an entry of a listing. A folder is selected unless it is excluded, or a condition is about files. A link is judged by
    /// its name alone: its size and its time are not those of its target.
    /// </summary>
    /// <param name="path">Its path below the root.</param>
    /// <param name="entry">The entry.</param>
    internal FileChoice Judge(string path, ListingEntry entry) => entry.Kind switch
    {
        EntryKind.Folder => IsOfFiles || !Enters(path) ? FileChoice.Name : FileChoice.Selected,
        EntryKind.Link => Judge(path, null, null),
        _ => Judge(path, entry.Size, entry.DecidingTime),
    };
}
