using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>All that the report shows of a run; immutable.</summary>
internal sealed record RunRecord
{
    /// <summary>When the run began, local time.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The first address asked for, without password.</summary>
    public required string FirstSource { get; init; }

    /// <summary>Files asked for.</summary>
    public required int FilesAsked { get; init; }

    /// <summary>The user's number of streams; null for auto.</summary>
    public required int? AskedStreams { get; init; }

    /// <summary>The user's limit, bytes per second over all streams.</summary>
    public required long? RateLimit { get; init; }

    /// <summary>From the start to the last event.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>When all bytes were there and flushing and hashing began; null when it never came to that.</summary>
    public required TimeSpan? VerifyingFrom { get; init; }

    /// <summary>Over the network, by all streams.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Best second, bytes per second.</summary>
    public required double BestBytesPerSecond { get; init; }

    /// <summary>Most streams that received at once.</summary>
    public required int PeakStreams { get; init; }

    /// <summary>Time in which streams received, summed over the streams.</summary>
    public required double StreamSeconds { get; init; }

    /// <summary>Goodput over time.</summary>
    public required IReadOnlyList<GoodputBucket> Goodput { get; init; }

    /// <summary>Goodput by the number of streams, fewest first.</summary>
    public required IReadOnlyList<StreamRate> ByStreams { get; init; }

    /// <summary>What each source brought by each local path; empty where there is one of each.</summary>
    public IReadOnlyList<ShareRecord> Shares { get; init; } = [];

    /// <summary>The streams.</summary>
    public required IReadOnlyList<StreamTimeline> Timelines { get; init; }

    /// <summary>Steals, cuts, stalls and failures, in the order of time.</summary>
    public required IReadOnlyList<StreamEvent> Marks { get; init; }

    /// <summary>How often each kind of moment came, those left out of <see cref="Marks"/> included.</summary>
    public required IReadOnlyDictionary<StreamEventKind, long> EventCounts { get; init; }

    /// <summary>Marks that were thinned away.</summary>
    public required long MarksLeftOut { get; init; }

    /// <summary>What the controller decided.</summary>
    public required IReadOnlyList<NumberedDecision> Decisions { get; init; }

    /// <summary>Decisions that were thinned away.</summary>
    public required long DecisionsLeftOut { get; init; }

    /// <summary>What the user was told.</summary>
    public required IReadOnlyList<TimedNotice> Notices { get; init; }

    /// <summary>Notices that were thinned away.</summary>
    public required long NoticesLeftOut { get; init; }

    /// <summary>Whether there was a notice of this kind, a thinned one included.</summary>
    public required IReadOnlySet<NoticeKind> NoticeKinds { get; init; }

    /// <summary>The files that are pictured, the largest first.</summary>
    public required IReadOnlyList<FileHistory> Pictured { get; init; }

    /// <summary>Whether a file was planned for one stream because its server cannot do more.</summary>
    public required bool HasSingle { get; init; }

    /// <summary>How files ended: all that failed or the first of them, then others, up to a cap.</summary>
    public required IReadOnlyList<FileResult> Results { get; init; }

    /// <summary>Files in place, those not in <see cref="Results"/> included.</summary>
    public required int FilesDone { get; init; }

    /// <summary>Files that failed, those not in <see cref="Results"/> included.</summary>
    public required int FilesFailed { get; init; }

    /// <summary>The longest time any file spent after its last byte on flushing, hashing and publishing.</summary>
    public required TimeSpan VerifyElapsed { get; init; }

    /// <summary>Bytes of all files that ended well.</summary>
    public required long BytesInPlace { get; init; }

    /// <summary>Bytes taken over from earlier tries.</summary>
    public required long BytesReused { get; init; }
}

/// <summary>A notice and when it came, to a fifth of a second.</summary>
internal readonly record struct TimedNotice(TimeSpan At, NoticeKind Kind, string Message);
