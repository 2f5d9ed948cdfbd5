namespace Accelerator.Engine.Mirroring;

/// <summary>All that a pattern has met.</summary>
/// <param name="Files">In the order of their paths.</param>
/// <param name="Gaps">One sentence for each folder in which there may be more: its listing is not complete, or it could not be
/// read.</param>
public sealed record GlobMatches(IReadOnlyList<GlobMatch> Files, IReadOnlyList<string> Gaps);
