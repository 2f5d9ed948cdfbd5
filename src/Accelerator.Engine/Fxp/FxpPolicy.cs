using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>What a failed try means for the next one. Pure.</summary>
internal static class FxpPolicy
{
    /// <summary>Between two looks at a partial file that may still be written.</summary>
    public static readonly TimeSpan StillnessInterval = TimeSpan.FromSeconds(1);

    /// <summary>
    /// A partial file of this size that is still the same after so long is written by nobody, or by a transfer that hangs.
    /// </summary>
    public static readonly TimeSpan Stillness = TimeSpan.FromSeconds(3);

    /// <summary>
    /// How long a name is waited for that Pure-FTPd takes away while it writes above byte 0: as long as it waits for a dead data connection
    /// to break.
    /// </summary>
    public static readonly TimeSpan Absence = TimeSpan.FromSeconds(30);

    /// <summary>
    /// From this size the end of a file that went over in one piece is read back at both servers. It costs four round trips: below, more
    /// than a twentieth of the transfer on the paths that this program is for, and the servers' sizes agree anyway.
    /// </summary>
    public const long SampledFrom = 64 << 20;

    /// <summary>Most that log in for one file, the first among them, before its length is known and unasked.</summary>
    public const int MostAhead = 16;

    // A search lists eight folders at a time.
    private const int MostListing = 9;

    private const double SlowestBytesPerSecond = 16 << 10;

    /// <summary>
    /// Most time that so many bytes may take: nothing shows from here whether they move, and a path that carries less than 16 KiB/s is no
    /// use to anybody.
    /// </summary>
    public static TimeSpan Longest(long bytes) => TimeSpan.FromMinutes(10) + TimeSpan.FromSeconds(bytes / SlowestBytesPerSecond);

    /// <summary>Whether a partial file may still be written by a server that an earlier run was cut off from.</summary>
    /// <param name="record">What that run has left.</param>
    /// <param name="held">The file's size; null where it is not there.</param>
    /// <param name="unchanged">For how long that has been so.</param>
    public static bool MayGrow(FxpRecord record, long? held, TimeSpan unchanged) =>
        record is { IsInProgress: true, IsSegmented: false } && held switch
        {
            null => record.HadOffset && unchanged < Absence,
            _ => held < record.Size && unchanged < Stillness,
        };

    /// <summary>
    /// Bytes that are read at both servers before a file gets its name, where no hash was compared: 32 KiB on each side of every seam, and
    /// the last 64 KiB.
    /// </summary>
    public static IReadOnlyList<ByteRange> Samples(FxpPlan plan)
    {
        const int half = SeamSample.Length / 2;
        long[] seams = plan.Segments is { } segments
            ? [.. FxpSegmentPolicy.Seams(segments)] : plan.Offset > 0 && plan.Offset < plan.Size ? [plan.Offset] : [];
        if (seams.Length == 0 && plan.Offset == 0 && plan.Size < SampledFrom) return [];
        return [.. seams.Select(seam => new ByteRange(Math.Max(0, seam - half), Math.Min(plan.Size, seam + half))),
            new ByteRange(Math.Max(0, plan.Size - SeamSample.Length), plan.Size)];
    }

    /// <summary>
    /// Sessions to be logged in at a server while what they are for is being found out. A login takes 5 R. For one file the questions about
    /// it take 3, and the others are needed if it is long: only where both servers have copied in segments before. For files that are still
    /// being listed as many as go at once, but no more than the server has let in before, less those that list: a search is not to be kept
    /// out by what waits for it.
    /// </summary>
    /// <param name="request">What is wanted; without items where they are still to be found.</param>
    /// <param name="proven">Sessions that the server has let in at once before; 0 where nobody knows.</param>
    /// <param name="haveDoneSegments">Whether both servers did their part of a copy in segments the last time.</param>
    public static int Ahead(FxpRequest request, int proven, bool haveDoneSegments) => request.Items.Count switch
    {
        0 => Math.Clamp(proven - MostListing, 0, request.Parallel),
        1 when haveDoneSegments => Math.Min(request.Segments ?? MostAhead, FxpSegmentPolicy.MostPairs) - 1,
        _ => 0,
    };

    /// <summary>How to go on after a failure; null to give up.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="strategy">How it was tried.</param>
    /// <param name="offset">Where that try began.</param>
    /// <param name="mayBeHeld">Whether an earlier run has left a partial file: the server may still write to it for that one, and let
    /// nobody else (vsftpd).</param>
    public static FxpStrategy? Next(FxpException failure, FxpStrategy strategy, long offset, bool mayBeHeld = false)
    {
        strategy = strategy with { IsPartOwn = strategy.IsPartOwn || (offset == 0 && failure.IsStoring) };
        var isWord = failure.Reply is { IsClosing: false };
        var isLost = !isWord && (failure.Reply is not null || failure.InnerException is not null);
        return failure.Step switch
        {
            FxpStep.Protection when !isLost && strategy is { MayRelay: true, IsRelayed: false } =>
                strategy with { IsRelayed = true, Fruitless = 0 },
            FxpStep.Remove => Again(strategy),
            FxpStep.Protection or FxpStep.Rename => isLost ? Again(strategy) : null,
            FxpStep.Open when mayBeHeld && strategy.IsSwapped && IsSilence(failure) => Again(strategy),
            FxpStep.Listen or FxpStep.Call or FxpStep.Open when !isLost => Swapped(strategy),
            FxpStep.Marker when isWord => WithoutRestart(failure.Side, strategy, offset),
            FxpStep.Command when isWord && offset > 0 => WithoutRestart(failure.Side, strategy, offset),
            FxpStep.Command when isWord && (failure.Reply!.IsPermanentRefusal || failure.Reply.Code == 452) => null,
            FxpStep.Data when failure.Reply is { Code: 452 or 552 or 553 } => null,
            _ => Again(strategy),
        };
    }

    /// <summary>
    /// Whether the destination has said nothing at all to STOR: as it does while another holds the file, and while no data connection
    /// comes.
    /// </summary>
    public static bool IsSilence(FxpException failure) =>
        failure is { Step: FxpStep.Open, Side: FxpSide.Destination, Reply: null, InnerException: null };

    /// <summary>
    /// What a try has brought, once the destination was asked: where both servers began and nothing arrived, the data connection did not
    /// stand, whatever they said of it (Pure-FTPd closes a stranger's without a word).
    /// </summary>
    public static FxpStrategy Judge(FxpStrategy strategy, bool hasGrown) =>
        hasGrown ? strategy with { Fruitless = 0 } : Swapped(strategy) ?? strategy;

    /// <summary>
    /// Whether the encryption between the two is what stands in the way: both servers answer, both have begun, whichever listened, and
    /// nothing has arrived. ProFTPD closes the control connection when a handshake fails (1.3.8, measured), so that it looks like a loss,
    /// and would fail in the same way at every other try.
    /// </summary>
    public static bool IsHandshake(FxpPlan last, FxpStrategy strategy, bool hasGrown) =>
        last is { Protection: not FxpProtection.None, IsRelayed: false } && !hasGrown && strategy is { IsSwapped: true, MayRelay: false };

    /// <summary>What the end of a file is called that was given up after this.</summary>
    public static FailureKind KindOf(FxpException failure) => failure switch
    {
        { Step: FxpStep.Protection } => FailureKind.Tls,
        { Reply: null, InnerException: not null } => FailureKind.Network,
        { Reply.IsClosing: true } => FailureKind.ServerLimit,
        { Step: FxpStep.Listen or FxpStep.Call or FxpStep.Open } => FailureKind.Usage,
        { Step: FxpStep.Marker } => FailureKind.RestNotHonoured,
        { Reply.Code: 452 or 552 } => FailureKind.Disk,
        { Step: FxpStep.Command, Reply.Code: 550 or 553 } => FailureKind.NotFound,
        { Step: FxpStep.Rename } => FailureKind.Usage,
        _ => FailureKind.Network,
    };

    // From the start there is no marker to be refused, but one: REST 0 after another. A new session needs none.
    private static FxpStrategy? WithoutRestart(FxpSide side, FxpStrategy strategy, long offset) => offset switch
    {
        0 => Again(strategy),
        _ when side == FxpSide.Destination && !strategy.Append => strategy with { Append = true },
        _ => strategy with { WithoutRestart = true, Append = false },
    };

    // First the other server listens, then neither.
    private static FxpStrategy? Swapped(FxpStrategy strategy) => strategy switch
    {
        { IsSwapped: false } => strategy
            with { IsSwapped = true, Passive = strategy.Passive == FxpSide.Source ? FxpSide.Destination : FxpSide.Source },
        { MayRelay: true, IsRelayed: false } => strategy with { IsRelayed = true, Fruitless = 0 },
        _ => null,
    };

    private static FxpStrategy? Again(FxpStrategy strategy) =>
        strategy.Fruitless == RetryPipeline.MaxRetries ? null : strategy with { Fruitless = strategy.Fruitless + 1 };
}
