using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Serve;

/// <summary>
/// Parses the option values of <c>ftpx serve</c>. Each method throws <see cref="UsageException"/> with one sentence for an invalid value.
/// </summary>
internal static class ServeValues
{
    /// <summary>The default port. It resembles port 21, which on many systems only an administrator may open.</summary>
    public const int UsualPort = 2121;

    /// <summary>The default number of sessions: enough for three clients with 32 streams each.</summary>
    public const int UsualSessions = 100;

    private const int MostSessions = 10_000;

    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(60);

    /// <summary>0 to 65535.</summary>
    public static int Port(string text) => Number(text, 0, 65535)
        ?? throw new UsageException($"\"{SafeText.Escape(text)}\" is not a port: use 1 to 65535, or 0 for any free port.");

    /// <summary>1 to 10,000.</summary>
    public static int Sessions(string text) => Number(text, 1, MostSessions)
        ?? throw new UsageException($"\"{SafeText.Escape(text)}\" is not a number of sessions: use 1 to {MostSessions}.");

    /// <summary><c>50ms</c> or <c>0.2s</c>, at most a minute.</summary>
    public static TimeSpan Delay(string text)
    {
        // A thousandth of the same number in seconds.
        var delay = text.EndsWith("ms", StringComparison.OrdinalIgnoreCase)
            ? QuantityText.Duration(text[..^2] + "s") / 1000 : QuantityText.Duration(text);
        return delay is { } value && value <= LongestDelay ? value
            : throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a delay: "
                    + "write milliseconds or seconds, for example 50ms or 0.2s, at most one minute.");
    }

    private static int? Number(string text, int least, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
            ? number : null;
}
