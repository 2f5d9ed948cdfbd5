using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Script;

/// <summary>
/// The files that the script wanted and does not have. Its next line often deletes or renames them on the server, because a script for
/// ftp.exe cannot ask whether the download succeeded; that would lose the only copy.
/// </summary>
internal sealed class ScriptUnfetched
{
    private readonly Dictionary<string, Predicate<string>> _wanted = new(StringComparer.Ordinal);

    /// <summary>Adds a file before it is fetched.</summary>
    /// <param name="path">The remote path, in any form in which <see cref="Fetched"/> gets it, too.</param>
    public void Want(string path)
    {
        var name = NameOf(path);
        _wanted[path] = other => other.Equals(name, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Adds a pattern, or a name, before the names that match it are known.</summary>
    public void WantPattern(string word)
    {
        var name = NameOf(word);
        if (!Glob.IsPattern(name)) Want(word);
        else _wanted[word] = name is "*.*" || Find(name) is not { } glob
            ? static _ => true : other => glob.Matches(other.ToUpperInvariant(), isFolder: false);
    }

    /// <summary>Removes a file that was fetched, or a pattern whose files are known.</summary>
    public void Fetched(string path)
    {
        _wanted.Remove(path);
        // Wanted while the current folder was not known.
        _wanted.Remove(NameOf(path));
    }

    /// <summary>
    /// Returns whether a file of this name may be one of them. Folders are not compared: a name has many paths (<c>../in/a</c>), and a
    /// server may ignore case.
    /// </summary>
    public bool MayHave(string path) => NameOf(path) is var name && _wanted.Values.Any(matches => matches(name));

    private static Glob? Find(string name)
    {
        try
        {
            return Glob.Parse(name.ToUpperInvariant());
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static string NameOf(string path) => path.TrimEnd()[(path.TrimEnd().LastIndexOfAny(['/', '\\']) + 1)..];
}
