using Accelerator.Engine.Ranges;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Whether and how a file is copied in segments, and what becomes of one that failed. Pure.</summary>
internal static class FxpSegmentPolicy
{
    /// <summary>Most pairs of sessions that a user may ask for.</summary>
    public const int MostPairs = 64;

    /// <summary>Most that are used unasked.</summary>
    public const int MostUnasked = 32;

    /// <summary>Times that one piece may fail.</summary>
    public const int MostTries = 4;

    /// <summary>No piece is planned shorter, where there is a choice.</summary>
    public const long LeastPiece = 1 << 20;

    /// <summary>
    /// What a pair is to have to do unasked. A piece costs three round trips and a slow start before it flows (7 R up to a window of 1
    /// MiB); 16 MiB last 16 R in such a window, so that two thirds of the time go into sending.
    /// </summary>
    public const long UnaskedPiece = 16 << 20;

    /// <summary>
    /// No piece is planned longer: one that fails is sent again whole. At 16 times <see cref="UnaskedPiece"/> its beginning costs no
    /// twentieth.
    /// </summary>
    public const long LongestPiece = 256 << 20;

    /// <summary>
    /// From this size unasked, where the destination is known to store segments rightly: one stream lasts 64 R in a window of 1 MiB, four
    /// some 30.
    /// </summary>
    public const long UnaskedFrom = 64 << 20;

    /// <summary>From this size unasked where it has to show it first: the probe costs some 25 R and a second, once a month.</summary>
    public const long ProbedFrom = 256 << 20;

    /// <summary>How a file goes over in segments; null for one stream.</summary>
    public static FxpSegments? Plan(FxpRequest request, FxpFacts facts, FxpStrategy strategy)
    {
        var size = facts.Size ?? 0;
        var isUnasked = request.Segments is null;
        var isKnown = facts is { StoresSegments: true, SendsRanges: true };
        if (strategy.OneStream || strategy.IsRelayed || request.Segments == 1 || facts.StoresSegments == false || facts.SendsRanges == false
            || !facts.SourceFeatures.HasRang)
            return null;
        if (size < (isUnasked ? isKnown ? UnaskedFrom : ProbedFrom : 2 * LeastPiece)) return null;
        // What one stream has brought of it counts for more, once it is the better half.
        if (facts.Earlier is { IsSegmented: false } && request.Resume && facts.PartSize is { } held && held <= size && held >= size / 2)
            return null;

        // Files that go over at once share what is used unasked.
        var most = MostUnasked / Math.Max(1, Math.Min(request.Parallel, request.Items.Count));
        if (isUnasked && most < 2) return null;
        var pairs = request.Segments is { } wanted ? Math.Clamp(wanted, 2, MostPairs) : (int)Math.Clamp(size / UnaskedPiece, 2, most);
        var kept = Kept(request, facts, strategy);
        var pieces = Pieces(size, kept, pairs);
        return new FxpSegments { Pieces = pieces, Kept = kept, Pairs = Math.Max(1, Math.Min(pairs, pieces.Count)), NeedsProbe = !isKnown };
    }

    /// <summary>What a failure of a piece means.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="tries">Failures of this piece, with this one.</param>
    public static FxpSegmentFate Judge(FxpException failure, int tries) => failure switch
    {
        { Reply.IsClosing: true } => FxpSegmentFate.FewerPairs,
        { Reply.Code: 452 or 552 } => FxpSegmentFate.GiveUp,
        // Refused where it begins, by either: REST beyond the end (554), not permitted (451), a source that listed RANG and does not take
        // it.
        { Step: FxpStep.Marker or FxpStep.Command, Reply: { Code: not (450 or 425 or 426) } } => FxpSegmentFate.OneStream,
        // Silence of the one that stores, again: it waits for another to close the file (vsftpd).
        { Step: FxpStep.Open, Side: FxpSide.Destination, Reply: null, InnerException: null } when tries > 1 => FxpSegmentFate.OneStream,
        _ => tries < MostTries ? FxpSegmentFate.Again : FxpSegmentFate.GiveUp,
    };

    /// <summary>
    /// Whether a piece that is under way has stopped: it takes a minute longer than four times what it would at the slowest rate of those
    /// that are complete.
    /// </summary>
    /// <param name="bytes">Its length.</param>
    /// <param name="elapsed">Since it was begun.</param>
    /// <param name="slowest">Bytes per second; 0 while none is complete, and then nothing is late.</param>
    public static bool IsLate(long bytes, TimeSpan elapsed, double slowest) =>
        slowest > 0 && elapsed > FxpMeter.Stall + TimeSpan.FromSeconds(4 * bytes / slowest);

    /// <summary>
    /// Cuts a range into pieces that are handed out in this order: the first ones are longest. Pairs that begin later, because servers let
    /// them in one by one, get less and end with the others: 1.25 of the mean to 0.75, which is the 8 MiB that a stream brings in the
    /// second between the first of 32 logins and the last.
    /// </summary>
    public static IReadOnlyList<ByteRange> Cut(ByteRange range, int count)
    {
        var pieces = new List<ByteRange>(count);
        var (start, weights) = (range.Start, 0.0);
        for (var i = 0; i < count; i++)
        {
            weights += count == 1 ? 1 : 1.25 - (0.5 * i / (count - 1));
            var end = i == count - 1 ? range.End : range.Start + (long)(range.Length * (weights / count));
            pieces.Add(new ByteRange(start, end));
            start = end;
        }
        return pieces;
    }

    /// <summary>Where two ranges meet, or one follows a hole: what was sent apart is compared there.</summary>
    public static IEnumerable<long> Seams(FxpSegments segments) =>
        segments.Kept.Concat(segments.Pieces).Select(range => range.Start).Where(start => start > 0).Distinct().Order();

    private static IReadOnlyList<ByteRange> Kept(FxpRequest request, FxpFacts facts, FxpStrategy strategy) =>
        facts is { Earlier: { IsSegmented: true, Done: var done }, SegmentedSize: { } held } && request.Resume && !strategy.Distrust
            && done is [{ Start: 0 }, ..] && held >= done[^1].End ? done : [];

    // A file is begun by its first byte alone, because STOR without REST empties it: whatever came before, and again when the beginning is
    // sent again.
    private static List<ByteRange> Pieces(long size, IReadOnlyList<ByteRange> kept, int pairs)
    {
        var done = new IntervalSet();
        foreach (var range in kept) done.Add(range);
        var pieces = new List<ByteRange>();
        if (kept.Count == 0)
        {
            pieces.Add(new ByteRange(0, 1));
            done.Add(pieces[0]);
        }
        var left = size - done.TotalLength;
        var mean = Math.Clamp((left + pairs - 1) / pairs, LeastPiece, LongestPiece);
        foreach (var gap in done.Gaps(new ByteRange(0, size)))
        {
            var count = (gap.Length + mean - 1) / mean;
            pieces.AddRange(Cut(gap, (int)Math.Max(1, gap.Length / count < LeastPiece ? count - 1 : count)));
        }
        return pieces;
    }
}
