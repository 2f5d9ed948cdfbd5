using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>The state shared by the streams of one run and their monitors.</summary>
internal sealed record WorkerContext : TransferRun
{
    /// <summary>Set when a large file is planned: its number of streams applies at once, so that they start together.</summary>
    public WakeSignal Planned { get; } = new();

    /// <summary>Blocks between sockets and disk.</summary>
    public required BlockPool Blocks { get; init; }

    /// <summary>The process's rate limit.</summary>
    public required RateBudget Budget { get; init; }

    /// <summary>The work queue of the streams.</summary>
    public required WorkQueue Work { get; init; }

    /// <summary>Publishes files that need no server, in parallel with the streams.</summary>
    public required FilePublisher Publisher { get; init; }

    /// <summary>The routes that lead to further sources only, according to the request.</summary>
    public IReadOnlySet<Route> Replicas { get; init; } = new HashSet<Route>();

    /// <summary>Counts and states for views.</summary>
    public required TransferMeter Meter { get; init; }

    /// <summary>Timestamp of the start of the run.</summary>
    public required long Started { get; init; }

    /// <summary>
    /// Returns whether no file needs a route. A route to a further source is needed once the sources before it have been skipped
    /// (<see cref="NextSource"/>).
    /// </summary>
    public bool IsReplica(Route route) => Replicas.Contains(route) && !Files.Open().Any(file => route.Identifies(file.Item));

    /// <summary>Returns whether a route can do another's work: it leads to the same server, or no file needs the other one.</summary>
    public bool CanStandIn(Route route, Route absent) => route != absent && (IsReplica(absent) || route.Site == absent.Site);

    /// <summary>Returns the kind of a notice about a route.</summary>
    public NoticeKind KindOf(Route route) => IsReplica(route) ? NoticeKind.Replica : NoticeKind.Path;

    /// <summary>Reports an event on a stream to the observer.</summary>
    public void Notify(StreamEventKind kind, int slot, FileTransfer? file = null, SegmentRun? run = null, string text = "") =>
        Events.Report(new TransferEvent.Happened(
            new StreamEvent(Time.GetElapsedTime(Started), slot, kind, file?.Name ?? "", run?.Start ?? 0, run?.End ?? 0, text)));
}
