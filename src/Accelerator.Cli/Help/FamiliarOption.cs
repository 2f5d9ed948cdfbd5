using System.CommandLine;

namespace Accelerator.Cli.Help;

/// <summary>
/// An option of curl, wget, aria2, rclone or lftp that <c>ftpx</c> does not have, or a command that they have. The list is
/// <see cref="FamiliarOptions"/>; docs/options-compared.md compares the most used ones.
/// </summary>
/// <param name="Names">The options as typed there, without a value, or the commands.</param>
/// <param name="Hint">
/// Sentences that say what to use. An option after the name of a command (<c>ftpx get --output</c>) belongs to that command, any other to
/// the command that was typed.
/// </param>
internal sealed record FamiliarOption(IReadOnlyList<string> Names, string Hint)
{
    /// <summary>The only command that the hint is for; null, the default, for every command that it fits.</summary>
    public string? Only { get; init; }

    /// <summary>Returns the options that the hint names, each with its command; null for the command that was typed.</summary>
    public IEnumerable<(string? Command, string Option)> Named()
    {
        // A command does not reach into the next part of a sentence.
        foreach (var clause in Hint.Split(["; ", ". "], StringSplitOptions.None))
        {
            string? command = null;
            var isCommand = false;
            foreach (var word in clause.Split(' ').Select(word => word.TrimEnd(',', '.', ':')))
            {
                if (isCommand) command = word;
                else if (word is ['-', _, ..]) yield return (command, word);
                isCommand = word == "ftpx";
            }
        }
    }

    /// <summary>
    /// Returns whether the hint helps with a command: with <c>get</c>, <c>mirror</c> and <c>ftpx</c> alone, whose options the other
    /// programs have, or with a command that has each option of the hint that belongs to no other command.
    /// </summary>
    public bool Fits(Command command)
    {
        if (Only is not null) return command.Name == Only;
        var known = command.Options.SelectMany(option => option.Aliases.Prepend(option.Name)).ToHashSet();
        var own = Named().Where(named => named.Command is null).ToList();
        return own.TrueForAll(named => known.Contains(named.Option))
            && (own.Count > 0 || command is RootCommand or { Name: "get" or "mirror" });
    }
}
