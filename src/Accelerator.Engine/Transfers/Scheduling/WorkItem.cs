using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>One unit of work for one worker.</summary>
/// <param name="Kind">The kind of work.</param>
/// <param name="File">The file; null for <see cref="WorkKind.Wait"/> and <see cref="WorkKind.End"/>.</param>
/// <param name="Run">The range of <see cref="WorkKind.Fetch"/> or <see cref="WorkKind.EndLate"/>.</param>
/// <param name="Question">The query of <see cref="WorkKind.Probe"/>.</param>
/// <param name="MetadataProbe">The probe that the query belongs to.</param>
/// <param name="Query">The query of <see cref="WorkKind.Query"/>.</param>
internal readonly record struct WorkItem(
    WorkKind Kind, FileTransfer? File = null, SegmentRun? Run = null, FileQuestion Question = default, MetadataProbe? MetadataProbe = null,
    ReplicaQuery? Query = null);

/// <summary>The next work of a worker.</summary>
internal enum WorkKind
{
    /// <summary>Nothing now; ask again when woken.</summary>
    Wait,

    /// <summary>Nothing now, but a range is expected: prepare a data connection for it.</summary>
    Prepare,

    /// <summary>Nothing any more: end.</summary>
    End,

    /// <summary>Send one query about a file to the server.</summary>
    Probe,

    /// <summary>Send a query that shows whether a further source holds the same file.</summary>
    Query,

    /// <summary>Open a file for which a listing has reported all that a plan needs.</summary>
    Open,

    /// <summary>Fetch a range.</summary>
    Fetch,

    /// <summary>End another stream's transfer, which crawls: the bytes not received are then free.</summary>
    EndLate,

    /// <summary>Verify and publish a file whose bytes are all there.</summary>
    Finish,
}
