using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Decides how a failed try affects the next one. Pure.</summary>
internal static class FxpPolicy
{
    /// <summary>The interval between two size queries of a partial file that may still be written.</summary>
    public static readonly TimeSpan StillnessInterval = TimeSpan.FromSeconds(1);

    /// <summary>A partial file whose size is unchanged after this long is no longer written, or its transfer hangs.</summary>
    public static readonly TimeSpan Stillness = TimeSpan.FromSeconds(3);

    /// <summary>
    /// How long to wait for a name that Pure-FTPd hides while it writes above byte 0: as long as it waits for a dead data connection to
    /// break.
    /// </summary>
    public static readonly TimeSpan Absence = TimeSpan.FromSeconds(30);

    /// <summary>
    /// The size from which the end of a file that was sent in one piece is read back at both servers. This costs four round trips: for
    /// smaller files, more than a twentieth of the transfer on the paths that this program is for, and the servers' sizes agree anyway.
    /// </summary>
    public const long SampledFrom = 64 << 20;

    /// <summary>Most sessions that log in for one file by default, the first among them, before its length is known.</summary>
    public const int MostAhead = 16;

    // A search lists eight folders at a time.
    private const int MostListing = 9;

    private const double SlowestBytesPerSecond = 16 << 10;

    /// <summary>
    /// Returns the longest time that a transfer of so many bytes may take: nothing shows from here whether they move, and a path that
    /// carries less than 16 KiB/s is of no use.
    /// </summary>
    public static TimeSpan Longest(long bytes) => TimeSpan.FromMinutes(10) + TimeSpan.FromSeconds(bytes / SlowestBytesPerSecond);

    /// <summary>Returns whether a partial file may still be written by a server that an earlier run was cut off from.</summary>
    /// <param name="record">The record of that run.</param>
    /// <param name="held">The file's size; null where it does not exist.</param>
    /// <param name="unchanged">How long that has been the case.</param>
    public static bool MayGrow(FxpRecord record, long? held, TimeSpan unchanged) =>
        record is { IsInProgress: true, IsSegmented: false } && held switch
        {
            null => record.HadOffset && unchanged < Absence,
            _ => held < record.Size && unchanged < Stillness,
        };

    /// <summary>
    /// Returns the bytes that are read at both servers before a file gets its name, where no hash was compared: 32 KiB on each side of
    /// every seam, and the last 64 KiB.
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
    /// Returns the sessions to log in at a server while the work for them is being determined. A login takes 5 R. The queries about a
    /// single file take 3 R, and the other sessions are needed if it is long: only where both servers have copied in segments before. For
    /// files that are still being listed, as many as are copied at once, but no more than the server has accepted before, minus those that
    /// list: sessions that wait for a search must not block it.
    /// </summary>
    /// <param name="request">The request; without items where they are still to be found.</param>
    /// <param name="proven">Sessions that the server has accepted at once before; 0 where this is unknown.</param>
    /// <param name="haveDoneSegments">Whether both servers supported segments in the last copy that used them.</param>
    public static int Ahead(FxpRequest request, int proven, bool haveDoneSegments) => request.Items.Count switch
    {
        0 => Math.Clamp(proven - MostListing, 0, request.Parallel),
        1 when haveDoneSegments => Math.Min(request.Segments ?? MostAhead, FxpSegmentPolicy.MostPairs) - 1,
        _ => 0,
    };

    /// <summary>Returns the strategy after a failure; null to give up.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="strategy">The strategy of the failed try.</param>
    /// <param name="offset">The offset at which that try began.</param>
    /// <param name="mayBeHeld">Whether an earlier run has left a partial file: the server may still be writing to it for that run, and lock
    /// it against others (vsftpd).</param>
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
    /// Returns whether the destination gave no reply at all to STOR: this happens while another transfer holds the file, and while no data
    /// connection arrives.
    /// </summary>
    public static bool IsSilence(FxpException failure) =>
        failure is { Step: FxpStep.Open, Side: FxpSide.Destination, Reply: null, InnerException: null };

    /// <summary>
    /// Updates the strategy from what a try achieved, once the destination was queried: where both servers began and nothing arrived, the
    /// data connection was not established, whatever they reported (Pure-FTPd closes a stranger's connection without a reply).
    /// </summary>
    public static FxpStrategy Judge(FxpStrategy strategy, bool hasGrown) =>
        hasGrown ? strategy with { Fruitless = 0 } : Swapped(strategy) ?? strategy;

    /// <summary>
    /// Returns whether the encryption between the two servers is the obstacle: both servers answer, both have begun, whichever listened,
    /// and nothing has arrived. ProFTPD closes the control connection when a handshake fails (1.3.8, measured), so that it looks like a
    /// loss, and would fail in the same way at every other try.
    /// </summary>
    public static bool IsHandshake(FxpPlan last, FxpStrategy strategy, bool hasGrown) =>
        last is { Protection: not FxpProtection.None, IsRelayed: false } && !hasGrown && strategy is { IsSwapped: true, MayRelay: false };

    /// <summary>Returns the failure kind of a file that was given up after this exception.</summary>
    public static FailureKind KindOf(FxpException failure) => failure switch
    {
        { Step: FxpStep.Protection } => FailureKind.Tls,
        { Reply: null, InnerException: not null } => FailureKind.Network,
        { Reply.IsClosing: true } => FailureKind.ServerLimit,
        { Step: FxpStep.Listen or FxpStep.Call or FxpStep.Open } => FailureKind.Usage,
        { Step: FxpStep.Marker } => FailureKind.RestNotHonoured,
        { Reply.IsStorageFull: true } => FailureKind.Disk,
        { Step: FxpStep.Command, Reply.Code: 550 or 553 } => FailureKind.NotFound,
        { Step: FxpStep.Rename } => FailureKind.Usage,
        _ => FailureKind.Network,
    };

    // A transfer from byte 0 sends no restart marker, with one exception: REST 0 after an earlier marker. A new session needs none.
    private static FxpStrategy? WithoutRestart(FxpSide side, FxpStrategy strategy, long offset) => offset switch
    {
        0 => Again(strategy),
        _ when side == FxpSide.Destination && !strategy.Append => strategy with { Append = true },
        _ => strategy with { WithoutRestart = true, Append = false },
    };

    // Swap once so that the other server listens; then relay through this computer, where that is allowed.
    private static FxpStrategy? Swapped(FxpStrategy strategy) => strategy switch
    {
        { IsSwapped: false } => strategy
            with { IsSwapped = true, Passive = strategy.Passive == FxpSide.Source ? FxpSide.Destination : FxpSide.Source },
        { MayRelay: true, IsRelayed: false } => strategy with { IsRelayed = true, Fruitless = 0 },
        _ => null,
    };

    private static FxpStrategy? Again(FxpStrategy strategy) =>
        strategy.Fruitless == RetryLimits.Default.Most ? null : strategy with { Fruitless = strategy.Fruitless + 1 };
}
