namespace Accelerator.Engine.Mirroring;

/// <summary>Selects the wanted files of a tree. Unwanted files are neither fetched nor deleted.</summary>
public sealed record MirrorFilter
{
    /// <summary>Everything.</summary>
    public static MirrorFilter All { get; } = new();

    /// <summary>A file must match one of these; none means any. They do not apply to folders, which are entered in any case.</summary>
    public IReadOnlyList<Glob> Include { get; init; } = [];

    /// <summary>Entries that match one of these are left out; a folder with all its content.</summary>
    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    /// <summary>Only files changed after this time; null for any.</summary>
    public DateTimeOffset? NewerThan { get; init; }

    /// <summary>Only files unchanged for this long: a younger one may still be written. Null for any.</summary>
    public TimeSpan? MinAge { get; init; }

    /// <summary>Nested folders below the root that are entered: 0 for the root's own files; null for all.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>Returns whether a folder is to be entered, by its path below the root.</summary>
    public bool Enters(string path) => !Exclude.Any(glob => glob.Matches(path, isFolder: true));

    /// <summary>Returns whether a file is wanted by its name, by its path below the root.</summary>
    public bool Wants(string path) =>
        (Include.Count == 0 || Include.Any(glob => glob.Matches(path, isFolder: false)))
            && !Exclude.Any(glob => glob.Matches(path, isFolder: false));
}
