using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>What the streams of one run share, and those that watch them.</summary>
internal sealed record WorkerContext : TransferRun
{
    /// <summary>Blocks between sockets and disk.</summary>
    public required BlockPool Blocks { get; init; }

    /// <summary>The process's rate limit.</summary>
    public required RateBudget Budget { get; init; }

    /// <summary>The work of the streams.</summary>
    public required WorkQueue Work { get; init; }

    /// <summary>Publishes beside the streams what needs no server.</summary>
    public required FilePublisher Publisher { get; init; }

    /// <summary>The lanes that lead to further sources only, as the request has them.</summary>
    public IReadOnlySet<Route> Replicas { get; init; } = new HashSet<Route>();

    /// <summary>Counts and states for views.</summary>
    public required TransferMeter Meter { get; init; }

    /// <summary>Time stamp of the start of the run.</summary>
    public required long Started { get; init; }

    /// <summary>
    /// Whether no file needs a lane. One that leads to a further source is needed while those before it are passed over
    /// (<see cref="NextSource"/>).
    /// </summary>
    public bool IsReplica(Route route) => Replicas.Contains(route) && !Files.Open().Any(route.Identifies);

    /// <summary>Whether a lane can do another's work: it leads to the same server, or no file needs the other one.</summary>
    public bool CanStandIn(Route route, Route absent) => route != absent && (IsReplica(absent) || route.Site == absent.Site);

    /// <summary>What a notice of a lane is about.</summary>
    public NoticeKind KindOf(Route route) => IsReplica(route) ? NoticeKind.Replica : NoticeKind.Path;

    /// <summary>Tells the observer what happened on a stream.</summary>
    public void Notify(StreamEventKind kind, int slot, FileTransfer? file = null, SegmentRun? run = null, string text = "") =>
        Events.Report(new TransferEvent.Happened(
            new StreamEvent(Time.GetElapsedTime(Started), slot, kind, file?.Name ?? "", run?.Start ?? 0, run?.End ?? 0, text)));
}
