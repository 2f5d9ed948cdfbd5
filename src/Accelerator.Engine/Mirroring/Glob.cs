using System.Text;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// A pattern for names, as in shells: <c>*</c> matches any part of a name, <c>?</c> one character, <c>[a-z]</c> and <c>[!a-z]</c> one of,
/// or none of, a set, <c>**</c> as a complete segment any number of folders, and a backslash escapes the next character. A pattern without
/// a slash is compared with the name alone, one with a slash with the complete path below the root, which <c>./</c> in front stands for.
/// Matching is case-sensitive, as on servers.
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
    /// <exception cref="FormatException">It is empty, it leads out of the root, a set in it has no end, or a range in a set runs
    /// backwards.</exception>
    public static Glob Parse(string pattern)
    {
        var body = pattern.TrimEnd('/');
        var isFolder = body.Length < pattern.Length;
        var isPath = body.Contains('/');
        // "./a", "//a", "x/./a": no path below the root has such parts, so the pattern would match nothing without a word.
        string[] parts = [.. body.Split('/').Where(part => part is not ("" or "."))];
        if (parts.Contains(".."))
            throw new FormatException("A pattern is compared with paths below the folder, and none of them has \"..\".");
        body = string.Join('/', parts);
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

/// <summary>Parses a pattern into its steps.</summary>
internal sealed class GlobParser(string pattern)
{
    private readonly List<GlobPart> _parts = [];
    private int _at;

    /// <summary>Returns the steps.</summary>
    /// <exception cref="FormatException">A set has no end, or a range in it runs backwards.</exception>
    public GlobPart[] Read()
    {
        while (_at < pattern.Length)
        {
            switch (pattern[_at])
            {
                case '*':
                    Stars();
                    break;
                case '?':
                    _at++;
                    _parts.Add(GlobPart.AnyOne);
                    break;
                case '[':
                    _at++;
                    Set();
                    break;
                default:
                    _parts.Add(GlobPart.Exactly(Literal()));
                    break;
            }
        }
        return [.. _parts];
    }

    private void Stars()
    {
        var first = _at;
        while (_at < pattern.Length && pattern[_at] == '*') _at++;
        var isWholeSegment = _at - first == 2 && (first == 0 || pattern[first - 1] == '/')
            && (_at == pattern.Length || pattern[_at] == '/');
        if (!isWholeSegment) _parts.Add(new GlobPart(GlobKind.Part));
        else _parts.Add(new GlobPart(_at++ == pattern.Length ? GlobKind.Rest : GlobKind.Folders));
    }

    // A bracket directly after the opening one belongs to the set, as in the shell.
    private void Set()
    {
        var ranges = new List<(Rune First, Rune Last)>();
        var isNegated = _at < pattern.Length && pattern[_at] is '!' or '^';
        if (isNegated) _at++;
        while (ranges.Count == 0 || !IsNext(']'))
        {
            var first = Member();
            var last = first;
            if (IsNext('-') && _at + 1 < pattern.Length && pattern[_at + 1] != ']')
            {
                _at++;
                last = Member();
            }
            if (last < first) throw new FormatException($"The range {first}-{last} in the pattern \"{pattern}\" runs backwards.");
            ranges.Add((first, last));
        }
        _at++;
        _parts.Add(GlobPart.OneOf([.. ranges], isNegated));
    }

    private bool IsNext(char wanted) => _at < pattern.Length && pattern[_at] == wanted;

    private Rune Member() => _at < pattern.Length
        ? Literal() : throw new FormatException($"The set that begins with [ in the pattern \"{pattern}\" has no end.");

    // Half a surrogate pair represents a byte that is no text: it is compared as a name shows it.
    private Rune Literal()
    {
        if (pattern[_at] == '\\' && _at + 1 < pattern.Length) _at++;
        if (!Rune.TryGetRuneAt(pattern, _at, out var rune)) rune = Rune.ReplacementChar;
        _at += rune == Rune.ReplacementChar ? 1 : rune.Utf16SequenceLength;
        return rune;
    }
}

/// <summary>One step of a pattern.</summary>
/// <param name="Kind">What it matches.</param>
/// <param name="Takes">Which characters one <see cref="GlobKind.One"/> matches; null for the others.</param>
internal readonly record struct GlobPart(GlobKind Kind, Func<Rune, bool>? Takes = null)
{
    private static readonly Rune Slash = new('/');

    /// <summary>A step for this character alone.</summary>
    public static GlobPart Exactly(Rune wanted) => new(GlobKind.One, character => character == wanted);

    /// <summary>A step for any character of a name.</summary>
    public static GlobPart AnyOne { get; } = new(GlobKind.One, static character => character != Slash);

    /// <summary>A step for one of a set, or none of it; never a slash.</summary>
    public static GlobPart OneOf((Rune First, Rune Last)[] ranges, bool isNegated) =>
        new(GlobKind.One, character => character != Slash && IsIn(ranges, character) != isNegated);

    // Without LINQ, which allocates: it is called for each character of each name of a tree.
    private static bool IsIn((Rune First, Rune Last)[] ranges, Rune character)
    {
        foreach (var (first, last) in ranges)
        {
            if (character >= first && character <= last) return true;
        }
        return false;
    }
}

/// <summary>The part of a name that a pattern step matches.</summary>
internal enum GlobKind
{
    /// <summary>One character.</summary>
    One,

    /// <summary>Any number of characters of a name.</summary>
    Part,

    /// <summary>Any number of complete folders, each with its slash.</summary>
    Folders,

    /// <summary>The rest, at least one character: the end of a pattern.</summary>
    Rest,
}
