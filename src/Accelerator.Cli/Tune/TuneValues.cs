using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Tuning.Exporting;

namespace Accelerator.Cli.Tune;

/// <summary>Parses the option values of <c>ftpx tune</c>.</summary>
internal static class TuneValues
{
    private const int LongestTrial = 24 * 60;

    /// <summary>The length of a trial in minutes.</summary>
    /// <exception cref="UsageException">The text is not a number between 1 and 1440.</exception>
    public static TimeSpan Trial(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var minutes) && minutes is >= 1 and <= LongestTrial
            ? TimeSpan.FromMinutes(minutes)
            : throw new UsageException($"\"{text}\" is not a number of minutes from 1 to {LongestTrial}.");

    /// <summary>The target of an export.</summary>
    /// <exception cref="UsageException">The format does not exist.</exception>
    public static ScriptFormat Format(string text) => text switch
    {
        "netsh" => ScriptFormat.Netsh,
        "ps1" => ScriptFormat.Ps1,
        "reg" => ScriptFormat.Reg,
        "sh" => ScriptFormat.Sh,
        "json" => ScriptFormat.Json,
        _ => throw new UsageException($"\"{text}\" is not valid: use netsh, ps1, reg, sh or json."),
    };
}
