using System.CommandLine;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Tune;
using Accelerator.Ftp;

namespace Accelerator.Cli.Completion;

/// <summary>What may stand where a shell asks for the next word: the values of options, and the servers that are known. The parser knows verbs and options itself.</summary>
internal static class CompletionCandidates
{
    // The words of options whose help names them in a sentence; where they stand in the usage (auto|on|off), they are read from there.
    private static readonly Dictionary<string, string[]> Values = new(StringComparer.Ordinal)
    {
        ["--verify"] = ["auto", "none", "always"],
        ["--tls"] = ["none", "explicit", "implicit"],
        ["--charset"] = ["utf-8", "cp949", "euc-kr", "shift_jis", "latin1"],
        ["--start"] = ["delayed", "automatic", "manual"],
        ["--format"] = ["netsh", "ps1", "reg", "sh", "json"],
        ["--profile"] = TuneCommand.Profiles.Split(", "),
    };

    /// <summary>Whether a command line is a shell's question: System.CommandLine's directive <c>[suggest:POSITION]</c>.</summary>
    public static bool AreAskedFor(IReadOnlyList<string> words) => words.Count > 0 && words[0].StartsWith("[suggest", StringComparison.Ordinal);

    /// <summary>Lets a command and those below it offer words.</summary>
    /// <param name="command">The command.</param>
    /// <param name="known">The servers that are known.</param>
    /// <param name="interfaces">The interfaces of this computer.</param>
    public static void Attach(Command command, KnownServers known, IReadOnlyList<LocalInterface> interfaces)
    {
        foreach (var option in command.Options)
        {
            // What is there by itself are the names of enums and true and false, which nobody types.
            option.CompletionSources.Clear();
            if (Of(option, known, interfaces) is { Count: > 0 } words) option.CompletionSources.Add([.. words]);
        }
        foreach (var argument in command.Arguments)
        {
            argument.CompletionSources.Clear();
            if (Of(argument, known) is { Count: > 0 } words) argument.CompletionSources.Add([.. words]);
        }
        foreach (var below in command.Subcommands) Attach(below, known, interfaces);
    }

    /// <summary>The words that an option may have, as far as they can be listed.</summary>
    public static IReadOnlyList<string> Of(Option option) =>
        Values.GetValueOrDefault(option.Name) ?? (option.HelpName is { } usage && usage.Contains('|') ? [.. usage.Split('|').Where(word => word.All(char.IsAsciiLetterLower))] : []);

    private static IReadOnlyList<string> Of(Option option, KnownServers known, IReadOnlyList<LocalInterface> interfaces) => (option.Name, option.HelpName) switch
    {
        ("--bind", "PATH") => PathsOf(interfaces),
        ("--replica", _) => known.Addresses,
        _ => Of(option),
    };

    // An alias of Windows may hold blanks, which each shell would have quoted in its own way: its address does as well.
    private static List<string> PathsOf(IReadOnlyList<LocalInterface> interfaces) =>
    [
        .. from one in interfaces
           where one is { IsUp: true, Addresses.Count: > 0 }
           from word in one.Addresses.Select(address => address.ToString()).Prepend(one.Name)
           where word.All(letter => char.IsLetterOrDigit(letter) || letter is '.' or ':' or '-' or '_')
           select word,
    ];

    private static IReadOnlyList<string> Of(Argument argument, KnownServers known) => argument.Name switch
    {
        "URL|NAME" => known.Logins,
        "HOST[:PORT]" => known.Hosts,
        "PROFILE" => Values["--profile"],
        "NAME=VALUE" => [.. SiteSettingTable.All.Select(setting => setting.Name + "=")],
        CompletionCommand.Shell => [.. CompletionCommand.Shells.Keys],
        var name when name.Contains("URL", StringComparison.Ordinal) => known.Addresses,
        _ => [],
    };
}
