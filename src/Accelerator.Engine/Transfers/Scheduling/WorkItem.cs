using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>One unit of work for one worker.</summary>
/// <param name="Kind">The kind of work.</param>
/// <param name="File">The file; null for <see cref="WorkKind.Wait"/> and <see cref="WorkKind.End"/>.</param>
/// <param name="Run">The range of <see cref="WorkKind.Fetch"/> or <see cref="WorkKind.EndLate"/>.</param>
/// <param name="Question">The query of <see cref="WorkKind.Ask"/>.</param>
/// <param name="MetadataProbe">The probe that the query belongs to.</param>
/// <param name="Query">The query of <see cref="WorkKind.Query"/>.</param>
internal readonly record struct WorkItem(
    WorkKind Kind, FileTransfer? File = null, SegmentRun? Run = null, FileQuestion Question = default, MetadataProbe? MetadataProbe = null,
    ReplicaQuery? Query = null);
