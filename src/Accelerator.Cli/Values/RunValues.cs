using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Values;

/// <summary>Parses the values of options that limit a run. Each method throws <see cref="UsageException"/> with one sentence.</summary>
internal static class RunValues
{
    // A timer of .NET reaches 49 days.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(30);

    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);

    /// <summary>A number with <c>s</c>, <c>m</c>, <c>h</c> or <c>d</c>; a number alone is seconds, as in curl. 0.1 s to 30 days.</summary>
    public static TimeSpan Duration(string text) => Bounded(text, Shortest, Longest, "0.1s to 30d");

    /// <summary>A duration of at most a day; 0 for none.</summary>
    public static TimeSpan Wait(string text) => Bounded(text, TimeSpan.Zero, TimeSpan.FromDays(1), "0 to 24h");

    /// <summary>0 to 10,000, or null for <c>unlimited</c>.</summary>
    public static int? Retries(string text)
    {
        if (text.Equals("unlimited", StringComparison.OrdinalIgnoreCase)) return null;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count <= RetryLimits.MostEver)
            return count;
        throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a number of retries: use 0 to {RetryLimits.MostEver}, or unlimited.");
    }

    private static TimeSpan Bounded(string text, TimeSpan least, TimeSpan most, string range)
    {
        var typed = text.Length > 0 && char.IsAsciiDigit(text[^1]) ? text + "s" : text;
        return QuantityText.Duration(typed, most) is { } duration && duration >= least
            ? duration
            : throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a duration of {range}: write a number with s, m, h or d, for example 90s or 8h.");
    }
}
