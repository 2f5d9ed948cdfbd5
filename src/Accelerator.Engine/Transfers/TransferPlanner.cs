using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>Turns facts into a plan. Pure.</summary>
internal static class TransferPlanner
{
    /// <summary>
    /// Streams that <c>auto</c> starts with on an unknown site: enough on a clean path (TWAREN, ESnet), and no burden on a small server.
    /// </summary>
    public const int AutoStart = 4;

    /// <summary>Streams that <c>auto</c> never exceeds on an unknown site.</summary>
    public const int AutoMost = 64;

    // A stream that starts with less than this is not worth its login unless it was requested; one that is added because the first ones are
    // slow is worth it for half.
    private const long AutoLeastPerStream = 4 << 20;
    private const long AutoLeastPerAdded = AutoLeastPerStream / 2;

    // Below this round-trip time, a suboptimal number of streams costs nothing.
    private static readonly TimeSpan Near = TimeSpan.FromMilliseconds(2);

    // An unknown server gets three connections per two round trips. From this round-trip time on, waiting for the first measurement costs
    // more than too many streams (docs/decisions/0004, "A far, short file").
    private static readonly TimeSpan Far = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns the number of streams that a file of this length is worth under <c>auto</c>; may be 0.</summary>
    public static int Worthwhile(long length) => checked((int)Math.Min(length / AutoLeastPerAdded, AutoMost));

    /// <summary>
    /// Returns the number of streams to start with on an unknown site. The fewer round trips a transfer takes, the less time there is to
    /// find the number, and the more the start matters; the longer it is, the more it costs to fill a long queue. Counted in round trips at
    /// 1 GB/s, measured with 2 to 32 streams: 5 round trips (512 MiB at 100 ms) want 8, 23 (4 GiB at 186 ms) 5, 43 (2 GiB at 50 ms) 2.
    /// Fewer than 4, at 100 ms or more, want 20 (512 MiB at 186 ms).
    /// </summary>
    /// <param name="size">Bytes to fetch; null while unknown.</param>
    /// <param name="roundTrip">R of the path.</param>
    /// <param name="routes">Routes that each begin with this number.</param>
    public static int Start(long? size, TimeSpan roundTrip, int routes = 1)
    {
        if (size is not { } bytes || roundTrip < Near) return AutoStart;
        return (bytes / (1e9 * roundTrip.TotalSeconds)) switch
        {
            < 4 when roundTrip >= Far => Math.Max(8, 20 / routes),
            < 12 => 8,
            < 32 => 5,
            _ => 2,
        };
    }

    /// <summary>Plans one file.</summary>
    /// <param name="request">The request.</param>
    /// <param name="item">The file.</param>
    /// <param name="facts">The facts reported by the server.</param>
    /// <param name="journal">An accepted journal of an earlier run, or null.</param>
    /// <param name="start">Streams to start with: the requested number, the one that was optimal at this site before, or
    /// <see cref="AutoStart"/>; and how many are allowed now.</param>
    /// <exception cref="TransferException">The item's <see cref="TransferItem.OutputRange"/> is not in the file.</exception>
    public static TransferPlan Plan(
        TransferRequest request, TransferItem item, RemoteFacts facts, JournalState? journal, StartStreams start)
    {
        var size = facts.Identity.Size;
        var segmented = size is not null && journal?.RestHonoured != false;
        var kept = new IntervalSet();
        if (segmented && journal is not null)
        {
            foreach (var range in journal.Proven.Concat(journal.Unproven)) kept.Add(range);
        }

        var part = item.Part is { } wanted ? PartOf(item, wanted, size, request.VerifyOf(item).Mode) : (ByteRange?)null;
        IReadOnlyList<ByteRange> missing = size is not { } known ? [new ByteRange(0, long.MaxValue)]
            : part is { } some ? OutputRange.Needed(some, known, facts.IsSizeListed)
            : kept.Gaps(new ByteRange(0, known));
        var left = size is null ? 0 : missing.Sum(gap => gap.Length);
        var least = request.Streams is null ? Math.Max(AutoLeastPerStream, request.Segments.Minimum) : request.Segments.Minimum;
        var usual = segmented ? checked((int)Math.Clamp(left / least, 1, Math.Min(start.Wanted, item.MostStreams ?? start.Wanted))) : 1;
        var streams = Math.Min(usual, start.Allowed);
        return new TransferPlan
        {
            Item = item,
            Identity = facts.Identity,
            IsSizeListed = facts.IsSizeListed,
            ModifiedUtc = RemoteIdentity.ReadTime(facts.Identity.Modified),
            BytesReused = kept.TotalLength,
            LocalPaths = request.LocalPaths,
            Part = part,
            Missing = missing,
            Ranges = segmented ? Divide(missing, streams, request.Segments) : missing,
            InitialStreams = streams,
            WantedStreams = usual,
            MaxStreams = segmented ? request.MostStreams : 1,
            Segmented = segmented,
            ServerHashes = facts.Features?.Hashes,
            Verify = request.VerifyOf(item),
            Writes = request.Unbuffered,
            MostBufferBytes = BlockPool.DefaultCapacity,
        };
    }

    private static ByteRange PartOf(TransferItem item, OutputRange range, long? size, VerifyMode mode)
    {
        var source = item.Sources[0];
        if (mode is VerifyMode.Given or VerifyMode.Always)
            throw new TransferException(FailureKind.Usage,
                $"{source}: a hash is one of the whole file and cannot verify a part of it. Omit the hash or the range.");
        if (size is { } known)
            return range.Within(known) ?? throw new TransferException(FailureKind.Usage,
                $"{source} has {known:N0} bytes, and the range begins at byte {range.Start:N0}. Give a range within the file.");
        if (range.Start >= 0) return new ByteRange(range.Start, range.End ?? long.MaxValue);
        throw new TransferException(FailureKind.Usage,
            $"{source}: the server does not report the size of the file, so that its last {-range.Start:N0} bytes cannot be found. "
                + "Give the first byte of the range, for example 500-.");
    }

    /// <summary>
    /// Divides the missing bytes into as many ranges as there are streams, of about equal length, at MiB boundaries if they are long
    /// enough.
    /// </summary>
    internal static IReadOnlyList<ByteRange> Divide(IReadOnlyList<ByteRange> missing, int streams, SegmentLimits limits)
    {
        var share = Math.Max(missing.Sum(gap => gap.Length) / Math.Max(streams, 1), limits.Minimum);
        share = Math.Min(share, limits.Maximum);
        var ranges = new List<ByteRange>();
        foreach (var gap in missing)
        {
            var parts = checked((int)Math.Max(1, Math.Round((double)gap.Length / share)));
            var start = gap.Start;
            for (var part = 1; part <= parts; part++)
            {
                var end = part == parts ? gap.End : gap.Start + (gap.Length / parts * part);
                if (part < parts && gap.Length / parts > 8 << 20) end = end / (1 << 20) * (1 << 20);
                if (end > start) ranges.Add(new ByteRange(start, end));
                start = end;
            }
        }
        return ranges;
    }
}
