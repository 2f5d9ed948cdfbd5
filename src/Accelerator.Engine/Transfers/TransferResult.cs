namespace Accelerator.Engine.Transfers;

/// <summary>How a whole request ended.</summary>
/// <param name="Files">One result for each item, in the order of the request.</param>
/// <param name="Elapsed">Of the whole run.</param>
public sealed record TransferResult(IReadOnlyList<FileResult> Files, TimeSpan Elapsed)
{
    /// <summary>What each source brought by each local path; empty where there is one of each.</summary>
    public IReadOnlyList<RouteShare> Routes { get; init; } = [];

    /// <summary>Whether every file was published.</summary>
    public bool Succeeded => Files.All(f => f.Failure is null);
}
