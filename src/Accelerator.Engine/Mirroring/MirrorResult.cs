using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>How a mirror ended.</summary>
public sealed record MirrorResult
{
    /// <summary>What was to be done.</summary>
    public required MirrorPlan Plan { get; init; }

    /// <summary>How each file ended, in the order of <see cref="MirrorPlan.Fetches"/>.</summary>
    public required IReadOnlyList<FileResult> Files { get; init; }

    /// <summary>What was deleted.</summary>
    public required IReadOnlyList<MirrorExtra> Deleted { get; init; }

    /// <summary>Why the extras were not deleted although that was wanted, one sentence; null where they were or there were none.</summary>
    public string? WhyNotDeleted { get; init; }

    /// <summary>The plan's problems, and those of deleting.</summary>
    public required IReadOnlyList<MirrorProblem> Problems { get; init; }

    /// <summary>Of the whole run, listing included.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>What each source brought by each local path; empty where there is one of each.</summary>
    public IReadOnlyList<RouteShare> Routes { get; init; } = [];

    /// <summary>Whether the local folder now is what was wanted.</summary>
    public bool Succeeded => Problems.Count == 0 && Files.All(file => file.Failure is null);
}
