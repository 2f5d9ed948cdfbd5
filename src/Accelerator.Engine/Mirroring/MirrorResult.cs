using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>How a mirror ended.</summary>
public sealed record MirrorResult
{
    /// <summary>The plan that was carried out.</summary>
    public required MirrorPlan Plan { get; init; }

    /// <summary>How each file ended, in the order of <see cref="MirrorPlan.Fetches"/>.</summary>
    public required IReadOnlyList<FileResult> Files { get; init; }

    /// <summary>The entries that were deleted.</summary>
    public required IReadOnlyList<MirrorExtra> Deleted { get; init; }

    /// <summary>
    /// Why the extras were not deleted although that was requested, one sentence; null where they were or there were none.
    /// </summary>
    public string? WhyNotDeleted { get; init; }

    /// <summary>The problems of the plan and of the deletions.</summary>
    public required IReadOnlyList<MirrorProblem> Problems { get; init; }

    /// <summary>Duration of the complete run, listing included.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The bytes from each source by each local path; empty where there is one of each.</summary>
    public IReadOnlyList<RouteShare> Routes { get; init; } = [];

    /// <summary>Whether the local folder now matches the request.</summary>
    public bool Succeeded => Problems.Count == 0 && Files.All(file => file.Failure is null);
}
