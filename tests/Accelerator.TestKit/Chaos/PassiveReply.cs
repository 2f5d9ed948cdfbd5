using System.Text.RegularExpressions;

namespace Accelerator.TestKit.Chaos;

/// <summary>The two replies that name a port.</summary>
internal static partial class PassiveReply
{
    /// <summary>The port in a 227 or 229 of the usual form; null in any other line.</summary>
    public static int? Port(string line)
    {
        if (Form229().Match(line) is { Success: true } extended) return int.Parse(extended.Groups[1].Value);
        return Form227().Match(line) is { Success: true } six ? (int.Parse(six.Groups[1].Value) * 256) + int.Parse(six.Groups[2].Value) : null;
    }

    /// <summary>The same line with another port.</summary>
    public static string WithPort(string line, IPEndPoint listener, Func<IPEndPoint, string>? reply227)
    {
        if (line.StartsWith("229", StringComparison.Ordinal)) return $"229 Entering Extended Passive Mode (|||{listener.Port}|)\r\n";
        return reply227 is null
            ? $"227 Entering Passive Mode ({listener.Address.ToString().Replace('.', ',')},{listener.Port >> 8},{listener.Port & 0xFF}).\r\n"
            : reply227(listener) + "\r\n";
    }

    [GeneratedRegex(@"^229 .*\(\|\|\|(\d+)\|\)")]
    private static partial Regex Form229();

    [GeneratedRegex(@"^227 .*\(\d+,\d+,\d+,\d+,(\d+),(\d+)\)")]
    private static partial Regex Form227();
}
