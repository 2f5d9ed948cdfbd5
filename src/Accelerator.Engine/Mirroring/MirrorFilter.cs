namespace Accelerator.Engine.Mirroring;

/// <summary>Which files of a tree are wanted. What is not wanted is neither fetched nor deleted.</summary>
public sealed record MirrorFilter
{
    /// <summary>Everything.</summary>
    public static MirrorFilter All { get; } = new();

    /// <summary>A file must match one of these; none means any. They say nothing of folders, which are entered all the same.</summary>
    public IReadOnlyList<Glob> Include { get; init; } = [];

    /// <summary>What matches one of these is left out; a folder with all that is in it.</summary>
    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    /// <summary>Only files changed after this moment; null for any.</summary>
    public DateTimeOffset? NewerThan { get; init; }

    /// <summary>Only files that have not been changed for so long: a younger one may still be written. Null for any.</summary>
    public TimeSpan? MinAge { get; init; }

    /// <summary>Folders below the root that are entered, one within the other: 0 for the root's own files; null for all.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>Whether a folder is to be entered, by its path below the root.</summary>
    public bool Enters(string path) => !Exclude.Any(glob => glob.Matches(path, isFolder: true));

    /// <summary>Whether a file is wanted as far as its name goes, by its path below the root.</summary>
    public bool Wants(string path) =>
        (Include.Count == 0 || Include.Any(glob => glob.Matches(path, isFolder: false)))
            && !Exclude.Any(glob => glob.Matches(path, isFolder: false));
}
