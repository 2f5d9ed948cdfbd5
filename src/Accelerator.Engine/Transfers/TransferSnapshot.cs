namespace Accelerator.Engine.Transfers;

/// <summary>
/// The state of a complete transfer at one point in time; immutable, published five times a second, drawn by the observer.
/// </summary>
public sealed record TransferSnapshot
{
    /// <summary>Time since the start of the run.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The present phase.</summary>
    public required TransferPhase Phase { get; init; }

    /// <summary>Bytes in place, including those of earlier runs.</summary>
    public required long BytesDone { get; init; }

    /// <summary>Bytes of all files whose size is known so far; null while no size is known.</summary>
    public required long? BytesTotal { get; init; }

    /// <summary>Bytes received over the network in this run.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Goodput, smoothed over about 2 s, bytes per second.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>Files that have ended, complete or failed; those that were stopped do not count.</summary>
    public required int FilesDone { get; init; }

    /// <summary>Requested files.</summary>
    public required int FilesTotal { get; init; }

    /// <summary>Name of the file in progress; the first of several.</summary>
    public required string CurrentFile { get; init; }

    /// <summary>Streams that are receiving now.</summary>
    public required int ActiveStreams { get; init; }

    /// <summary>Number of streams the run wants now: the user's, or the controller's choice under the server's ceiling.</summary>
    public required int WantedStreams { get; init; }

    /// <summary>One entry per slot in use, in slot order.</summary>
    public required IReadOnlyList<StreamSnapshot> Streams { get; init; }

    /// <summary>The files whose bytes are being fetched, in the order of their start; empty from views that have no files.</summary>
    public IReadOnlyList<FileSnapshot> Files { get; init; } = [];

    /// <summary>The data that each source delivers by each local path; empty when there is one of each.</summary>
    public IReadOnlyList<RouteShare> Routes { get; init; } = [];

    /// <summary>Remaining time at the present rate; null while it cannot be estimated.</summary>
    public TimeSpan? Remaining => BytesTotal is { } total && BytesPerSecond > 1 && total >= BytesDone
        ? TimeSpan.FromSeconds(Math.Min((total - BytesDone) / BytesPerSecond, 86400d * 365))
        : null;
}
