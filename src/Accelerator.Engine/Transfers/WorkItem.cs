using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>One piece of work for one worker.</summary>
/// <param name="Kind">What to do.</param>
/// <param name="File">With which file; null for <see cref="WorkKind.Wait"/> and <see cref="WorkKind.End"/>.</param>
/// <param name="Run">The range of <see cref="WorkKind.Fetch"/> or <see cref="WorkKind.EndLate"/>.</param>
/// <param name="Question">The question of <see cref="WorkKind.Ask"/>.</param>
/// <param name="MetadataProbe">To which that question belongs.</param>
/// <param name="Query">What <see cref="WorkKind.Query"/> asks.</param>
internal readonly record struct WorkItem(
    WorkKind Kind, FileTransfer? File = null, SegmentRun? Run = null, FileQuestion Question = default, MetadataProbe? MetadataProbe = null,
    ReplicaQuery? Query = null);
