using System.Globalization;

namespace Accelerator.Engine.Sources;

/// <summary>
/// Decides whether a local file is the one on the server, by size and time. Pure; the server's time is read as UTC (RFC 3659 section 2.3).
/// </summary>
internal static class LocalComparison
{
    /// <summary>Compares what needs no time; null where only the time can tell.</summary>
    /// <param name="size">Bytes on the server; null when not reported.</param>
    /// <param name="local">The local file.</param>
    public static Comparison? BySize(long? size, in LocalEntry local)
    {
        if (local.Kind == LocalKind.Link) return Comparison.Changed("a link here, a file there");
        return size is { } remote && remote != local.Size ? Comparison.Changed($"{local.Size:N0} bytes here, {remote:N0} there") : null;
    }

    /// <summary>Compares the time as MDTM writes it.</summary>
    /// <param name="modified">The time on the server; null when not reported: then the files count as different.</param>
    /// <param name="local">The local file.</param>
    /// <param name="isFat">Whether the local disk stores only even seconds.</param>
    public static Comparison ByTime(string? modified, in LocalEntry local, bool isFat)
    {
        if (modified is null) return Comparison.Changed("the server reports no time to compare");
        return RemoteIdentity.ReadTime(modified) is { } there
            ? ByTime(there, local, isFat) : Comparison.Changed($"the server's time \"{modified}\" cannot be read");
    }

    /// <inheritdoc cref="ByTime(string?, in LocalEntry, bool)"/>
    public static Comparison ByTime(DateTime there, in LocalEntry local, bool isFat) => IsSameTime(there, local.ModifiedUtc, isFat)
        ? Comparison.Same : Comparison.Changed($"changed {Show(local.ModifiedUtc)} here, {Show(there)} there");

    /// <summary>
    /// Returns whether a local file has the time of a remote one: to the second, and on FAT, which stores only even seconds, to the next of
    /// those.
    /// </summary>
    public static bool IsSameTime(DateTime remote, DateTime local, bool isFat = false)
    {
        var apart = Floor(local) - Floor(remote);
        return apart == 0 || (isFat && local.Ticks % (2 * TimeSpan.TicksPerSecond) == 0 && Math.Abs(apart) < 2 * TimeSpan.TicksPerSecond);
    }

    private static long Floor(DateTime time) => time.Ticks / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond;

    private static string Show(DateTime time) => time.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
