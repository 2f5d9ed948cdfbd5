namespace Accelerator.Engine.Mirroring;

/// <summary>
/// A pattern for names, as in shells: <c>*</c> matches any part of a name, <c>?</c> one character, <c>[a-z]</c> and <c>[!a-z]</c> one of,
/// or none of, a set, <c>**</c> as a complete segment any number of folders, and a backslash escapes the next character. A pattern without
/// a slash is compared with the name alone, one with a slash with the complete path below the root. Matching is case-sensitive, as on
/// servers.
/// </summary>
public sealed class Glob
{
    private const int UsualParts = 127;

    private readonly GlobPart[] _parts;
    private readonly bool _isPath;

    private Glob(string pattern, GlobPart[] parts, bool isPath, bool isFolder)
    {
        Pattern = pattern;
        _parts = parts;
        _isPath = isPath;
        IsFolderOnly = isFolder;
    }

    /// <summary>The pattern as written.</summary>
    public string Pattern { get; }

    /// <summary>Whether it ends in a slash: then it matches only folders.</summary>
    public bool IsFolderOnly { get; }

    /// <summary>Returns whether a text contains any pattern character.</summary>
    public static bool IsPattern(string text) => text.AsSpan().IndexOfAny('*', '?', '[') >= 0;

    /// <summary>Parses a pattern.</summary>
    /// <exception cref="FormatException">It is empty, a set in it has no end, or a range in a set runs backwards.</exception>
    public static Glob Parse(string pattern)
    {
        var body = pattern.TrimEnd('/');
        var isFolder = body.Length < pattern.Length;
        var isPath = body.Contains('/');
        body = body.TrimStart('/');
        if (body.Length == 0) throw new FormatException("An empty pattern matches nothing.");
        return new Glob(pattern, new GlobParser(body).Read(), isPath, isFolder);
    }

    /// <summary>Returns whether a file or folder matches.</summary>
    /// <param name="path">Its path below the root, with slashes.</param>
    /// <param name="isFolder">Whether it is a folder.</param>
    public bool Matches(string path, bool isFolder)
    {
        if (IsFolderOnly && !isFolder) return false;
        return IsMatch(_isPath ? path : path.AsSpan(path.LastIndexOf('/') + 1));
    }

    /// <inheritdoc/>
    public override string ToString() => Pattern;

    // Tracks all positions of the pattern that the text may have reached, character by character: at most one length times the other.
    private bool IsMatch(ReadOnlySpan<char> text)
    {
        Span<bool> now = _parts.Length <= UsualParts ? stackalloc bool[UsualParts + 1] : new bool[_parts.Length + 1];
        Span<bool> next = _parts.Length <= UsualParts ? stackalloc bool[UsualParts + 1] : new bool[_parts.Length + 1];
        now.Clear();
        Reach(now, 0);
        foreach (var character in text.EnumerateRunes())
        {
            next.Clear();
            for (var i = 0; i < _parts.Length; i++)
            {
                if (!now[i]) continue;
                switch (_parts[i].Kind)
                {
                    case GlobKind.One when _parts[i].Takes!(character):
                        Reach(next, i + 1);
                        break;
                    case GlobKind.Part when character.Value != '/':
                        Reach(next, i);
                        break;
                    case GlobKind.Folders:
                        next[i] = true;
                        if (character.Value == '/') Reach(next, i + 1);
                        break;
                    case GlobKind.Rest:
                        next[i] = next[i + 1] = true;
                        break;
                }
            }
            var last = now;
            now = next;
            next = last;
        }
        return now[_parts.Length];
    }

    // Steps that may match nothing are skipped at once; folders only where one begins.
    private void Reach(Span<bool> places, int i)
    {
        places[i] = true;
        while (i < _parts.Length && _parts[i].Kind is GlobKind.Part or GlobKind.Folders) places[++i] = true;
    }
}
