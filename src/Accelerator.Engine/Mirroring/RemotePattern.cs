using System.Buffers;
using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// A path on a server in which <c>*</c>, <c>?</c> and <c>[</c> of one or more names are patterns (see <see cref="Glob"/>). Escaped, they
/// are ordinary characters: <c>%2A</c>, <c>%3F</c>, <c>%5B</c>. A pattern never matches a slash; a trailing slash means everything in the
/// folders.
/// </summary>
public sealed class RemotePattern
{
    private static readonly SearchValues<char> Signs = SearchValues.Create("*?[]!^-");

    private static readonly RemoteName Everything = new(null, Glob.Parse("*"));

    private RemotePattern(FtpPath start, IReadOnlyList<RemoteName> names)
    {
        Start = start;
        Names = names;
    }

    /// <summary>The folder before the first pattern; empty for the login folder.</summary>
    public FtpPath Start { get; }

    /// <summary>The names below it: the first is a pattern, others may be too.</summary>
    public IReadOnlyList<RemoteName> Names { get; }

    /// <summary>The name that is matched in the folders that the others select.</summary>
    public RemoteName Last => Names[^1];

    /// <summary>Parses the path of a URL.</summary>
    /// <param name="written">The path with its escapes: <see cref="FtpUrl.WrittenPath"/>.</param>
    /// <param name="charset">The server's charset.</param>
    /// <returns>Null for a path without a pattern.</returns>
    /// <exception cref="FormatException">A pattern is not valid; the message shows how to write a literal bracket.</exception>
    public static RemotePattern? Parse(string written, Encoding charset)
    {
        if (!Glob.IsPattern(written)) return null;
        // An escaped slash separates names as well; at the start it is the root.
        var segments = written.Replace("%2F", "/", StringComparison.OrdinalIgnoreCase).Split('/');
        var first = Array.FindIndex(segments, Glob.IsPattern);
        var start = first == 0 ? "" : string.Join('/', segments[..first]) + "/";
        var names = segments[first..].Where(segment => segment.Length > 0).Select(segment => Read(segment, charset)).ToList();
        if (segments[^1].Length == 0) names.Add(Everything);
        return new RemotePattern(FtpUrl.ReadPath(start, charset).WithoutEnd(), names);
    }

    /// <summary>Returns the text of a path that matches, below <see cref="Start"/>.</summary>
    internal string TextBelow(FtpPath path)
    {
        var length = Start.IsEmpty || Start.Text.EndsWith('/') ? Start.Text.Length : Start.Text.Length + 1;
        return path.Text[length..];
    }

    private static RemoteName Read(string segment, Encoding charset)
    {
        if (!Glob.IsPattern(segment)) return new RemoteName(FtpUrl.ReadPath(segment, charset), null);
        try
        {
            return new RemoteName(null, Glob.Parse(Translate(segment, charset)));
        }
        catch (FormatException e)
        {
            throw new FormatException($"{e.Message} A bracket that is part of a name is written %5B in a URL.", e);
        }
    }

    // Text between two pattern characters is bytes of the server, escaped or not, and is decoded as a name of the same bytes is.
    private static string Translate(string segment, Encoding charset)
    {
        var pattern = new StringBuilder();
        for (var i = 0; i < segment.Length;)
        {
            var end = segment.AsSpan(i).IndexOfAny(Signs) is >= 0 and var next ? i + next : segment.Length;
            var bytes = FtpUrl.ReadPath(segment[i..end], charset).Bytes.Span;
            foreach (var character in FtpCharsets.ForName(bytes, charset).GetString(bytes))
            {
                if (character == '\\' || Signs.Contains(character)) pattern.Append('\\');
                pattern.Append(character);
            }
            if (end < segment.Length) pattern.Append(segment[end++]);
            i = end;
        }
        return pattern.ToString();
    }
}
