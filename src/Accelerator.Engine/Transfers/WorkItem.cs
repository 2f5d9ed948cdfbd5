namespace Accelerator.Engine.Transfers;

/// <summary>One piece of work for one worker.</summary>
/// <param name="Kind">What to do.</param>
/// <param name="File">With which file; null for <see cref="WorkKind.Wait"/> and <see cref="WorkKind.End"/>.</param>
/// <param name="Run">The range of <see cref="WorkKind.Fetch"/>.</param>
internal readonly record struct WorkItem(WorkKind Kind, FileTransfer? File = null, SegmentRun? Run = null);
