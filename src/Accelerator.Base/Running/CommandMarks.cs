using System.Text.RegularExpressions;

namespace Accelerator.Base.Running;

/// <summary>
/// The words in braces of a command that stand for the facts of a file. A server chooses the names of files: a name must not become a
/// second argument, an option, or a command of a shell.
/// </summary>
/// <param name="names">The words: <c>path</c> for <c>{path}</c>.</param>
public sealed partial class CommandMarks(params IReadOnlyList<string> names)
{
    private static readonly string[] BatchTypes = [".bat", ".cmd"];

    private static readonly string[] UnixShells = ["sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "zsh"];

    /// <summary>The words, without braces.</summary>
    public IReadOnlyList<string> Names => names;

    /// <summary>Returns each word in braces of a text, which may be one of the marks.</summary>
    public static IEnumerable<string> Possible(string text) => Mark().Matches(text).Select(match => match.Value);

    /// <summary>Returns whether a text has one of the marks.</summary>
    public bool Occur(string text) => Possible(text).Any(mark => names.Contains(mark[1..^1]));

    /// <summary>
    /// Replaces the marks of one argument, all at once: a file may be named "{url}". If the argument begins with a mark whose value begins
    /// with a dash, it gets <c>./</c>, because programs take such an argument for an option: a file named <c>-rf</c>.
    /// </summary>
    /// <param name="argument">The argument as the user wrote it.</param>
    /// <param name="valueOf">Returns the value of a mark by its name.</param>
    public string Fill(string argument, Func<string, string> valueOf)
    {
        var filled = Mark().Replace(argument, mark => names.Contains(mark.Value[1..^1]) ? valueOf(mark.Value[1..^1]) : mark.Value);
        return argument.StartsWith('{') && filled.StartsWith('-') ? "./" + filled : filled;
    }

    /// <summary>Returns why a program must not be given the marks, as a sentence; null if it may.</summary>
    /// <param name="program">Its name as the user wrote it, or the path that it was found at: both are to be checked.</param>
    /// <param name="arguments">Its arguments as the user wrote them.</param>
    public string? Problem(string program, IReadOnlyList<string> arguments)
    {
        if (!arguments.Any(Occur)) return null;
        if (IsBatch(program))
        {
            return "Windows' shell runs batch files, and it would take a part of a file's name for a command. "
                + $"Omit {All}, and read FTPX_FILE in the batch file.";
        }
        var name = LastName(program);
        if (name.Equals("cmd", StringComparison.OrdinalIgnoreCase) || HasText(name, arguments))
        {
            return $"{program} is a shell, and it would take a part of a file's name for a command. "
                + $"Omit {All} in the text that it runs, and read the variable FTPX_FILE there.";
        }
        return null;
    }

    /// <summary>
    /// Returns whether Windows would run a program through cmd. Windows removes dots and blanks at the end of a name, and resolves
    /// <c>x.cmd\a\..</c>; a stream (<c>x.cmd::$DATA</c>) is the same file. So every part of the name is checked.
    /// </summary>
    public static bool IsBatch(string program) => program.Split('/', '\\', ':')
        .Any(part => Array.Exists(BatchTypes, type => Trimmed(part).EndsWith(type, StringComparison.OrdinalIgnoreCase)));

    private string All => string.Join(" and ", names.Select(name => $"{{{name}}}")) is var all && names.Count > 2
        ? string.Join(", ", names.SkipLast(1).Select(name => $"{{{name}}}")) + $" and {{{names[^1]}}}" : all;

    // sh -c TEXT: what follows the text is safe, as in sh -c 'mv "$1" done' sh {path}. PowerShell takes all as text, except after -File.
    private bool HasText(string name, IReadOnlyList<string> arguments)
    {
        var first = arguments.TakeWhile(argument => !Occur(argument)).ToList();
        if (name.Equals("powershell", StringComparison.OrdinalIgnoreCase) || name.Equals("pwsh", StringComparison.OrdinalIgnoreCase))
            return !first.Exists(argument => argument.Length > 1 && "-file".StartsWith(argument, StringComparison.OrdinalIgnoreCase));
        var option = first.FindLastIndex(Option().IsMatch);
        return UnixShells.Contains(name) && option >= 0 && first.Skip(option).All(argument => argument.StartsWith('-'));
    }

    private static string LastName(string program)
    {
        var name = Trimmed(program.Split('/', '\\')[^1]);
        return name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? name[..^4] : name;
    }

    private static string Trimmed(string part) => part.Trim('"').TrimEnd().TrimEnd('.', ' ', '"');

    [GeneratedRegex(@"\{[A-Za-z]+\}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Mark();

    [GeneratedRegex("^(?:-[a-z]*c[a-z]*|--command)$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Option();
}
