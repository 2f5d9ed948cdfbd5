using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// The observations that <see cref="BindingLimit"/> judges. Rates are in bytes per second, times count from the start of the run.
/// </summary>
internal sealed record LimitFacts
{
    /// <summary>Bytes received over the network.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>The time to the last event.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The time of the first byte of the run.</summary>
    public TimeSpan FirstByteAt { get; init; }

    /// <summary>The time of the last byte of the run.</summary>
    public TimeSpan LastByteAt { get; init; }

    /// <summary>The time when goodput first reached 80 % of its best second.</summary>
    public TimeSpan FullAt { get; init; }

    /// <summary>The time between first and last byte in which nothing was received.</summary>
    public TimeSpan Silent { get; init; }

    /// <summary>The time after the last byte spent on flushing, hashing and publishing.</summary>
    public TimeSpan Verifying { get; init; }

    /// <summary>The number of files in place.</summary>
    public int FilesDone { get; init; }

    /// <summary>
    /// The share of the time between first and last byte in which streams received, relative to the peak number of streams; 1 if unknown.
    /// </summary>
    public double ReceivingShare { get; init; } = 1;

    /// <summary>The best second.</summary>
    public double BestBytesPerSecond { get; init; }

    /// <summary>The user's limit; null for none.</summary>
    public long? RateLimit { get; init; }

    /// <summary>The number of streams that the user set; null for auto.</summary>
    public int? AskedStreams { get; init; }

    /// <summary>The maximum number of streams that received at once.</summary>
    public int PeakStreams { get; init; }

    /// <summary>Whether the server supports only one stream for the file.</summary>
    public bool IsSingle { get; init; }

    /// <summary>The server's reply when it refused a connection; null if it refused none.</summary>
    public string? ServerCeiling { get; init; }

    /// <summary>The goodput by the number of streams, fewest first.</summary>
    public IReadOnlyList<StreamRate> ByStreams { get; init; } = [];

    /// <summary>The mean between first and last byte.</summary>
    public double MeanBytesPerSecond => BytesFetched / Math.Max((LastByteAt - FirstByteAt).TotalSeconds, 0.001);

    /// <summary>Derives the facts of a recorded run.</summary>
    public static LimitFacts Of(RunRecord run)
    {
        var first = run.Goodput.FirstOrDefault(bucket => bucket.Bytes > 0);
        var last = run.Goodput.LastOrDefault(bucket => bucket.Bytes > 0);
        var between = run.Goodput.Where(bucket => bucket.From >= first.To && bucket.To <= last.From);
        var full = run.Goodput.FirstOrDefault(bucket => bucket.BytesPerSecond >= 0.8 * run.BestBytesPerSecond, last);
        return new LimitFacts
        {
            BytesFetched = run.BytesFetched,
            Elapsed = run.Elapsed,
            FirstByteAt = first.From,
            LastByteAt = last.To,
            FullAt = full.From,
            Silent = TimeSpan.FromTicks(between.Where(bucket => bucket.Bytes == 0).Sum(bucket => (bucket.To - bucket.From).Ticks)),
            Verifying = run.VerifyElapsed,
            FilesDone = run.FilesDone,
            ReceivingShare = Math.Min(run.StreamSeconds / Math.Max(run.PeakStreams * (last.To - first.From).TotalSeconds, 0.001), 1),
            BestBytesPerSecond = run.BestBytesPerSecond,
            RateLimit = run.RateLimit,
            AskedStreams = run.AskedStreams,
            PeakStreams = run.PeakStreams,
            IsSingle = run.HasSingle || run.NoticeKinds.Contains(NoticeKind.RestNotHonoured),
            ServerCeiling = run.Notices.LastOrDefault(notice => notice.Kind == NoticeKind.ServerLimit).Message,
            ByStreams = run.ByStreams,
        };
    }
}
