using Accelerator.Cli.Values;

namespace Accelerator.Cli.History;

/// <summary>The parsed arguments of <c>ftpx history</c>.</summary>
internal sealed record HistoryOptions
{
    /// <summary>The number of files to show unless the user names one.</summary>
    public const int UsualLimit = 50;

    /// <summary>The point in time before which files are left out; null for none.</summary>
    public PointInTime? Since { get; init; }

    /// <summary>Whether only files with another exit code than 0 are shown.</summary>
    public bool Failed { get; init; }

    /// <summary>The number of files to show at most.</summary>
    public int Limit { get; init; } = UsualLimit;

    /// <summary>Whether a second line shows where the file went and how it was verified, or why it failed.</summary>
    public bool Long { get; init; }

    public bool Json { get; init; }

    /// <summary>Whether to delete the history instead of showing it.</summary>
    public bool Clear { get; init; }
}
