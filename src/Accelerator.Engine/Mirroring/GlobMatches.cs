namespace Accelerator.Engine.Mirroring;

/// <summary>All entries that match a pattern.</summary>
/// <param name="Files">In the order of their paths.</param>
/// <param name="Gaps">One sentence for each folder that may contain more: its listing is not complete, or it could not be read.</param>
/// <param name="Skipped">One sentence for each link that matches and leads to no file.</param>
public sealed record GlobMatches(IReadOnlyList<GlobMatch> Files, IReadOnlyList<string> Gaps, IReadOnlyList<string> Skipped);
