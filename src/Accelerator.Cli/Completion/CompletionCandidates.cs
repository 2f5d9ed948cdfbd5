using System.CommandLine;
using System.CommandLine.Completions;
using Accelerator.Cli.Site;
using Accelerator.Cli.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Completion;

/// <summary>The completions in addition to those that the commands declare: the interfaces of this computer and known servers.</summary>
internal static class CompletionCandidates
{
    /// <summary>
    /// Returns whether a command line is a completion query of a shell: System.CommandLine's directive <c>[suggest:POSITION]</c>.
    /// </summary>
    public static bool AreAskedFor(IReadOnlyList<string> words) =>
        words.Count > 0 && words[0].StartsWith("[suggest", StringComparison.Ordinal);

    /// <summary>Adds completions to a command and its subcommands.</summary>
    /// <param name="command">The command.</param>
    /// <param name="known">The known servers.</param>
    /// <param name="interfaces">The interfaces of this computer.</param>
    public static void Attach(Command command, KnownServers known, IReadOnlyList<LocalInterface> interfaces)
    {
        foreach (var option in command.Options)
        {
            if (Of(option, known, interfaces) is { Count: > 0 } words) option.CompletionSources.Add([.. words]);
            if (option.HelpName == "FILE|URL") option.CompletionSources.Add(context => OfBegun(context.WordToComplete, known));
        }
        foreach (var argument in command.Arguments)
        {
            if (Of(command, argument, known) is { Count: > 0 } words) argument.CompletionSources.Add([.. words]);
        }
        foreach (var below in command.Subcommands) Attach(below, known, interfaces);
    }

    private static IReadOnlyList<string> Of(Option option, KnownServers known, IReadOnlyList<LocalInterface> interfaces) =>
        (option.Name, option.HelpName) switch
    {
        ("--bind", "ADDR|NAME") => PathsOf(interfaces),
        ("--replica", _) => Addresses(known),
        // A server without a folder: a name with one is refused.
        ("--upstream", _) => [.. known.Addresses, .. known.Roots.Select(AddressOf)],
        _ => [],
    };

    // The word may also be a local file, and a shell offers files only where ftpx offers nothing.
    private static IEnumerable<CompletionItem> OfBegun(string word, KnownServers known) =>
        word.Length == 0 ? [] : Addresses(known).Select(address => new CompletionItem(address));

    // Leave out names with blanks, such as many Windows interface aliases: each shell quotes them differently. Addresses remain.
    private static List<string> PathsOf(IReadOnlyList<LocalInterface> interfaces) =>
    [
        .. from one in interfaces
           where one is { IsUp: true, Addresses.Count: > 0 }
           from word in one.Addresses.Select(address => address.ToString()).Prepend(one.Name)
           where word.All(letter => char.IsLetterOrDigit(letter) || letter is '.' or ':' or '-' or '_')
           select word,
    ];

    private static IReadOnlyList<string> Of(Command command, Argument argument, KnownServers known) => argument.Name switch
    {
        SiteCommand.Server when command.Name == "remove" => known.Names,
        "URL|NAME" => [.. known.Logins, .. known.Names.Select(AddressOf)],
        SiteCommand.Host => [.. known.Hosts, .. known.Names.Select(AddressOf)],
        "NAME=VALUE" => [.. SiteSettingTable.All.Select(setting => setting.Name + "=")],
        CompletionCommand.Shell => [.. CompletionCommand.Shells.Keys],
        // The URL of a new name.
        "URL" when command.Name == "add" => known.Addresses,
        var name when name.Contains("URL", StringComparison.Ordinal) => Addresses(known),
        _ => [],
    };

    private static IReadOnlyList<string> Addresses(KnownServers known) => [.. known.Addresses, .. known.Names.Select(AddressOf)];

    private static string AddressOf(string name) => name + ":";
}
