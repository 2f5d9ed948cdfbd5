namespace Accelerator.Engine.Transfers;

/// <summary>The outcome of a complete request.</summary>
/// <param name="Files">One result for each item, in the order of the request.</param>
/// <param name="Elapsed">Duration of the complete run.</param>
public sealed record TransferResult(IReadOnlyList<FileResult> Files, TimeSpan Elapsed)
{
    /// <summary>The data that each source delivered by each local path; empty when there is one of each.</summary>
    public IReadOnlyList<RouteShare> Routes { get; init; } = [];

    /// <summary>Whether every file was published.</summary>
    public bool Succeeded => Files.All(f => f.Failure is null);
}
