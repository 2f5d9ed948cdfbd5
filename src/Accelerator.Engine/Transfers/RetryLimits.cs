using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>How often a try that brought no new byte is repeated, and the pause before each repetition.</summary>
/// <param name="Most">The number of tries after the first, 0 to <see cref="MostEver"/>; null for no limit.</param>
/// <param name="Wait">The pause before each, at most a day; null for 0.5 s, doubled with each try up to 15 s.</param>
public sealed record RetryLimits(int? Most, TimeSpan? Wait)
{
    /// <summary>The highest <see cref="Most"/>.</summary>
    public const int MostEver = 10_000;

    // The pauses of the default add up to a minute.
    private const int UsualMost = 8;

    /// <summary>The default: eight tries in about a minute.</summary>
    public static RetryLimits Default { get; } = new(UsualMost, null);

    /// <summary>
    /// The sum of all pauses: as long may fruitless tries of all streams of a file go on. Null without a limit.
    /// </summary>
    internal TimeSpan? Patience =>
        Most is { } most ? Enumerable.Range(1, most).Aggregate(TimeSpan.Zero, (sum, fruitless) => sum + Pause(fruitless)) : null;

    /// <summary>Returns whether there is another try.</summary>
    /// <param name="fruitless">The number of consecutive fruitless tries.</param>
    internal bool Allows(int fruitless) => Most is not { } most || fruitless <= most;

    /// <summary>Returns the pause before a try, without jitter: none before the first.</summary>
    /// <param name="fruitless">The number of consecutive fruitless tries.</param>
    internal TimeSpan Pause(int fruitless) =>
        fruitless == 0 ? TimeSpan.Zero : Wait ?? TimeSpan.FromSeconds(Math.Min(15, 0.5 * Math.Pow(2, fruitless - 1)));

    /// <summary>
    /// Returns how long a run may go without a new byte: the limits for a first byte and for a reply together, or as long as all the
    /// requested tries may take. Null without a limit.
    /// </summary>
    internal TimeSpan? MaxIdle(FtpTimeouts timeouts)
    {
        var one = timeouts.FirstByte + timeouts.Reply;
        // A try may use up each of its limits.
        return this == Default ? one : Patience + (one * (Most + 1));
    }
}
