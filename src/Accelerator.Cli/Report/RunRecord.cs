using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>The data that the report shows of a run; immutable.</summary>
internal sealed record RunRecord
{
    /// <summary>The start of the run, local time.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The first requested address, without its password.</summary>
    public required string FirstSource { get; init; }

    /// <summary>The number of requested files.</summary>
    public required int FilesAsked { get; init; }

    /// <summary>The number of streams that the user set; null for auto.</summary>
    public required int? AskedStreams { get; init; }

    /// <summary>The user's limit, in bytes per second over all streams.</summary>
    public required long? RateLimit { get; init; }

    /// <summary>The time from the start to the last event.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The time when all bytes had arrived and flushing and hashing began; null if the run did not get that far.</summary>
    public required TimeSpan? VerifyingFrom { get; init; }

    /// <summary>The bytes received over the network by all streams.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>The best second, in bytes per second.</summary>
    public required double BestBytesPerSecond { get; init; }

    /// <summary>The maximum number of streams that received at once.</summary>
    public required int PeakStreams { get; init; }

    /// <summary>The time in which streams received, summed over the streams.</summary>
    public required double StreamSeconds { get; init; }

    /// <summary>The goodput over time.</summary>
    public required IReadOnlyList<GoodputBucket> Goodput { get; init; }

    /// <summary>The goodput by the number of streams, fewest first.</summary>
    public required IReadOnlyList<StreamRate> ByStreams { get; init; }

    /// <summary>The contribution of each source over each local path; empty if there is one of each.</summary>
    public IReadOnlyList<ShareRecord> Shares { get; init; } = [];

    /// <summary>The streams.</summary>
    public required IReadOnlyList<StreamTimeline> Timelines { get; init; }

    /// <summary>Steals, cuts, stalls and failures, in the order of time.</summary>
    public required IReadOnlyList<StreamEvent> Marks { get; init; }

    /// <summary>The number of events of each kind, including those omitted from <see cref="Marks"/>.</summary>
    public required IReadOnlyDictionary<StreamEventKind, long> EventCounts { get; init; }

    /// <summary>The number of marks that were thinned out.</summary>
    public required long MarksLeftOut { get; init; }

    /// <summary>The decisions of the controller.</summary>
    public required IReadOnlyList<NumberedDecision> Decisions { get; init; }

    /// <summary>The number of decisions that were thinned out.</summary>
    public required long DecisionsLeftOut { get; init; }

    /// <summary>The notices shown to the user.</summary>
    public required IReadOnlyList<TimedNotice> Notices { get; init; }

    /// <summary>The number of notices that were thinned out.</summary>
    public required long NoticesLeftOut { get; init; }

    /// <summary>Returns whether there was a notice of this kind, including thinned ones.</summary>
    public required IReadOnlySet<NoticeKind> NoticeKinds { get; init; }

    /// <summary>The files shown in charts, the largest first.</summary>
    public required IReadOnlyList<FileHistory> Pictured { get; init; }

    /// <summary>Whether a file was planned for one stream because its server supports no more.</summary>
    public required bool HasSingle { get; init; }

    /// <summary>The results of files: all failures or the first of them, then other files, up to a maximum.</summary>
    public required IReadOnlyList<FileResult> Results { get; init; }

    /// <summary>The number of files in place, including those not in <see cref="Results"/>.</summary>
    public required int FilesDone { get; init; }

    /// <summary>The number of failed files, including those not in <see cref="Results"/>.</summary>
    public required int FilesFailed { get; init; }

    /// <summary>The longest time that any file spent on flushing, hashing and publishing after its last byte.</summary>
    public required TimeSpan VerifyElapsed { get; init; }

    /// <summary>The bytes of all files that succeeded.</summary>
    public required long BytesInPlace { get; init; }

    /// <summary>The bytes reused from earlier attempts.</summary>
    public required long BytesReused { get; init; }
}

/// <summary>A notice and its time, to a fifth of a second.</summary>
internal readonly record struct TimedNotice(TimeSpan At, NoticeKind Kind, string Message);
