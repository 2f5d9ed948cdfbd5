using System.Text.RegularExpressions;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Service;

/// <summary>
/// The option <c>--data</c> as typed, for the commands that a message suggests: without it they would ask the service of another folder.
/// </summary>
internal sealed partial class DataOption
{
    private readonly string? _text;

    private DataOption(string? text) => _text = text;

    /// <summary>Reads the option.</summary>
    /// <param name="typed">The folder as typed; null if the option was not given.</param>
    /// <param name="host">The computer, which has a default folder.</param>
    /// <param name="environment">The process environment.</param>
    public static DataOption Of(string? typed, ServiceHost host, ProcessEnvironment environment) =>
        new(string.IsNullOrEmpty(typed) || IsUsual(typed, host, environment) ? null
            : $" --data {CommandText.Quote(typed, environment.IsWindows)}");

    /// <summary>
    /// Adds the option to each command in a sentence that takes it. The service's own sentences have it nowhere, because the service does
    /// not know how its folder was typed.
    /// </summary>
    public string In(string sentence) => _text is null ? sentence : Command().Replace(sentence, match => match.Value + _text);

    // The option follows the verb: the end of a command within a sentence is not marked.
    [GeneratedRegex("""
        \bftpx[ ](?:job[ ](?:outage[ ](?:add|list|remove)|list|run|pause|resume|history|gaps|retry|skip)
        |service[ ](?:status|pause|continue|reload|measurements|alert-test)
        |credential[ ](?:set|list|remove)(?=[ ](?:\S+[ ])?--service))(?![\w-]|[ ]--data)
        """, RegexOptions.IgnorePatternWhitespace | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Command();

    private static bool IsUsual(string typed, ServiceHost host, ProcessEnvironment environment)
    {
        try
        {
            return Path.TrimEndingDirectorySeparator(host.DataOf(typed, environment)).Equals(
                Path.TrimEndingDirectorySeparator(host.DataOf(null, environment)),
                environment.IsWindows ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
        }
        catch (UsageException)
        {
            // There is no default folder.
            return false;
        }
    }
}
