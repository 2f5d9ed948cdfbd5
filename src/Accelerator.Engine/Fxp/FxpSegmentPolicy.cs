using Accelerator.Engine.Ranges;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Decides whether and how a file is copied in segments, and what happens to one that failed. Pure.</summary>
internal static class FxpSegmentPolicy
{
    /// <summary>Most pairs of sessions that a user may request.</summary>
    public const int MostPairs = 64;

    /// <summary>Most pairs that are used by default.</summary>
    public const int MostUnasked = 32;

    /// <summary>How many times one piece may fail.</summary>
    public const int MostTries = 4;

    /// <summary>The minimum length of a planned piece, in bytes, unless the gap to fill is shorter.</summary>
    public const long LeastPiece = 1 << 20;

    /// <summary>
    /// The bytes that a pair should have by default. A piece costs three round trips and a slow start before it flows (7 R up to a window
    /// of 1 MiB); 16 MiB last 16 R in such a window, so that two thirds of the time are spent sending.
    /// </summary>
    public const long UnaskedPiece = 16 << 20;

    /// <summary>
    /// The longest piece that is planned: one that fails is sent again from its beginning. At 16 times <see cref="UnaskedPiece"/> its start
    /// costs less than a twentieth.
    /// </summary>
    public const long LongestPiece = 256 << 20;

    /// <summary>
    /// Segments are used by default from this size, where the destination is known to store them correctly: one stream lasts 64 R in a
    /// window of 1 MiB, four some 30.
    /// </summary>
    public const long UnaskedFrom = 64 << 20;

    /// <summary>The same limit where the destination must be tested first: the probe costs some 25 R and a second, once a month.</summary>
    public const long ProbedFrom = 256 << 20;

    /// <summary>Plans the segments of a file; returns null for one stream.</summary>
    public static FxpSegments? Plan(FxpRequest request, FxpFacts facts, FxpStrategy strategy)
    {
        var size = facts.Size ?? 0;
        var isUnasked = request.Segments is null;
        var isKnown = facts is { StoresSegments: true, SendsRanges: true };
        if (strategy.OneStream || strategy.IsRelayed || request.Segments == 1 || facts.StoresSegments == false || facts.SendsRanges == false
            || !facts.SourceFeatures.HasRang)
            return null;
        if (size < (isUnasked ? isKnown ? UnaskedFrom : ProbedFrom : 2 * LeastPiece)) return null;
        // A partial file of one stream counts for more once it holds at least half of the file.
        if (facts.Earlier is { IsSegmented: false } && request.Resume && facts.PartSize is { } held && held <= size && held >= size / 2)
            return null;

        // Files that are copied at once share the default number of pairs.
        var most = MostUnasked / Math.Max(1, Math.Min(request.Parallel, request.Items.Count));
        if (isUnasked && most < 2) return null;
        var pairs = request.Segments is { } wanted ? Math.Clamp(wanted, 2, MostPairs)
            : checked((int)Math.Clamp(size / UnaskedPiece, 2, most));
        var kept = Kept(request, facts, strategy);
        var pieces = Pieces(size, kept, pairs);
        return new FxpSegments { Pieces = pieces, Kept = kept, Pairs = Math.Max(1, Math.Min(pairs, pieces.Count)), NeedsProbe = !isKnown };
    }

    /// <summary>Decides what follows from the failure of a piece.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="tries">Failures of this piece, including this one.</param>
    public static FxpSegmentFate Judge(FxpException failure, int tries) => failure switch
    {
        { Reply.IsClosing: true } => FxpSegmentFate.FewerPairs,
        { Reply.IsStorageFull: true } => FxpSegmentFate.GiveUp,
        // Refused at its start, by either server: REST beyond the end (554), not permitted (451), or a source that listed RANG and does not
        // accept it.
        { Step: FxpStep.Marker or FxpStep.Command, Reply: { Code: not (450 or 425 or 426) } } => FxpSegmentFate.OneStream,
        // No reply from the destination, again: it waits for another transfer to close the file (vsftpd).
        { Step: FxpStep.Open, Side: FxpSide.Destination, Reply: null, InnerException: null } when tries > 1 => FxpSegmentFate.OneStream,
        _ => tries < MostTries ? FxpSegmentFate.Again : FxpSegmentFate.GiveUp,
    };

    /// <summary>
    /// Returns whether a piece in progress has stalled: it takes a minute longer than four times its duration at the slowest rate of the
    /// complete pieces.
    /// </summary>
    /// <param name="bytes">Its length.</param>
    /// <param name="elapsed">Time since its start.</param>
    /// <param name="slowest">Bytes per second; 0 while no piece is complete, and then none is late.</param>
    public static bool IsLate(long bytes, TimeSpan elapsed, double slowest) =>
        slowest > 0 && elapsed > FxpMeter.Stall + TimeSpan.FromSeconds(4 * bytes / slowest);

    /// <summary>
    /// Cuts a range into pieces that are assigned in this order: the first ones are longest. Pairs that begin later, because servers accept
    /// logins one by one, get less and end with the others: 1.25 of the mean to 0.75, which is the 8 MiB that a stream transfers in the
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

    /// <summary>
    /// Returns the offsets where two ranges meet, or one follows a hole: bytes that were sent separately are compared there.
    /// </summary>
    public static IEnumerable<long> Seams(FxpSegments segments) =>
        segments.Kept.Concat(segments.Pieces).Select(range => range.Start).Where(start => start > 0).Distinct().Order();

    private static IReadOnlyList<ByteRange> Kept(FxpRequest request, FxpFacts facts, FxpStrategy strategy) =>
        facts is { Earlier: { IsSegmented: true, Done: var done }, SegmentedSize: { } held } && request.Resume && !strategy.Distrust
            && done is [{ Start: 0 }, ..] && held >= done[^1].End ? done : [];

    // A file is begun by its first byte alone, because STOR without REST truncates it: whatever came before, and again when the beginning
    // is resent.
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
            pieces.AddRange(Cut(gap, checked((int)Math.Max(1, gap.Length / count < LeastPiece ? count - 1 : count))));
        }
        return pieces;
    }
}

/// <summary>The consequence of a failed piece, for it and for the others.</summary>
internal enum FxpSegmentFate
{
    /// <summary>The piece is sent again; the others continue.</summary>
    Again,

    /// <summary>A server wants fewer sessions: another pair sends the piece again, and this pair ends.</summary>
    FewerPairs,

    /// <summary>The servers do not support this: the copy restarts in one stream.</summary>
    OneStream,

    /// <summary>The run ends; complete pieces are kept.</summary>
    GiveUp,
}

/// <summary>The servers do not support segments, or handled them incorrectly: the copy restarts in one stream.</summary>
/// <param name="isDestination">Whether this is remembered for the destination.</param>
/// <param name="message">One sentence on what was observed.</param>
/// <param name="inner">The failure in which it was observed.</param>
internal sealed class FxpOneStreamException(bool isDestination, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether this is remembered for the destination.</summary>
    public bool IsDestination { get; } = isDestination;
}
