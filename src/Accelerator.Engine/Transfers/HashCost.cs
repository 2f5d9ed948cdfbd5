namespace Accelerator.Engine.Transfers;

/// <summary>
/// Whether a server hash is worth its time under <c>--verify auto</c>: at most a fifth of the transfer. Both ends read the whole file once
/// more, at the same time; the slower one counts.
/// </summary>
internal static class HashCost
{
    /// <summary>
    /// What a server is taken to hash per second until it has shown otherwise: one core's MD5 or SHA-256 over a disk array.
    /// </summary>
    public const double ServerBytesPerSecond = 300e6;

    /// <summary>What this computer is taken to hash per second, reading the file again.</summary>
    public const double LocalBytesPerSecond = 500e6;

    /// <summary>Expected time for a file of this length.</summary>
    public static TimeSpan Expected(long length) => TimeSpan.FromSeconds(length / Math.Min(ServerBytesPerSecond, LocalBytesPerSecond));

    /// <summary>Whether it is at most a fifth of the transfer.</summary>
    public static bool IsCheap(long length, TimeSpan transfer) => Expected(length) <= transfer / 5;

    /// <summary>How long to wait for the server's answer: ten times what is expected, and never under a minute.</summary>
    public static TimeSpan Limit(long length) => TimeSpan.FromSeconds(Math.Max(60, Expected(length).TotalSeconds * 10));
}
