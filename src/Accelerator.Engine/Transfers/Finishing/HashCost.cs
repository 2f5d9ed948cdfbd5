namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Decides whether a server hash is worth its time under <c>--verify auto</c>: at most a fifth of the transfer. Both ends read the complete
/// file once more, at the same time; the slower one counts.
/// </summary>
internal static class HashCost
{
    /// <summary>The assumed hash rate of a server until a measured one is available: one core's MD5 or SHA-256 over a disk array.</summary>
    public const double ServerBytesPerSecond = 300e6;

    /// <summary>The assumed hash rate of this computer when it reads the file again.</summary>
    public const double LocalBytesPerSecond = 500e6;

    /// <summary>Returns the expected time for a file of this length.</summary>
    public static TimeSpan Expected(long length) => TimeSpan.FromSeconds(length / Math.Min(ServerBytesPerSecond, LocalBytesPerSecond));

    /// <summary>Returns whether the expected time is at most a fifth of the transfer.</summary>
    public static bool IsCheap(long length, TimeSpan transfer) => Expected(length) <= transfer / 5;

    /// <summary>Returns the time limit for the server's answer: ten times the expected time, at least one minute.</summary>
    public static TimeSpan Limit(long length) => TimeSpan.FromSeconds(Math.Max(60, Expected(length).TotalSeconds * 10));
}
