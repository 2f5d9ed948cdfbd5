using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>What <see cref="BindingLimit"/> judges by. Rates are bytes per second, times count from the start of the run.</summary>
internal sealed record LimitFacts
{
    /// <summary>Over the network.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>To the last event.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>First byte of the run.</summary>
    public TimeSpan FirstByteAt { get; init; }

    /// <summary>Last byte of the run.</summary>
    public TimeSpan LastByteAt { get; init; }

    /// <summary>When goodput first came to 80 % of its best second.</summary>
    public TimeSpan FullAt { get; init; }

    /// <summary>Time between first and last byte in which nothing came.</summary>
    public TimeSpan Silent { get; init; }

    /// <summary>Spent after the last byte on flushing, hashing and publishing.</summary>
    public TimeSpan Proving { get; init; }

    /// <summary>Files in place.</summary>
    public int FilesDone { get; init; }

    /// <summary>
    /// Share of the time between first and last byte, of as many streams as there were at most, in which they received; 1 where it is not
    /// known.
    /// </summary>
    public double ReceivingShare { get; init; } = 1;

    /// <summary>Best second.</summary>
    public double BestBytesPerSecond { get; init; }

    /// <summary>The user's limit; null for none.</summary>
    public long? RateLimit { get; init; }

    /// <summary>The user's number of streams; null for auto.</summary>
    public int? AskedStreams { get; init; }

    /// <summary>Most streams that received at once.</summary>
    public int PeakStreams { get; init; }

    /// <summary>Whether the server could give the file in one stream only.</summary>
    public bool IsSingle { get; init; }

    /// <summary>What the server said when it refused a connection; null when it refused none.</summary>
    public string? ServerCeiling { get; init; }

    /// <summary>Goodput by the number of streams, fewest first.</summary>
    public IReadOnlyList<StreamRate> ByStreams { get; init; } = [];

    /// <summary>Mean between first and last byte.</summary>
    public double MeanBytesPerSecond => BytesFetched / Math.Max((LastByteAt - FirstByteAt).TotalSeconds, 0.001);

    /// <summary>The facts of a recorded run.</summary>
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
            Proving = run.VerifyElapsed,
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
