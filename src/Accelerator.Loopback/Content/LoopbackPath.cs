using System.Text;

namespace Accelerator.Loopback.Content;

/// <summary>
/// Server-side paths. A path is a string in which every char is one byte (Latin-1), because FTP carries bytes, not characters: names in
/// UTF-8, CP949 or no valid encoding are served exactly as they were added.
/// </summary>
public static class LoopbackPath
{
    /// <summary>The path whose bytes are the UTF-8 form of <paramref name="text"/>, as most current servers store it.</summary>
    public static string FromUtf8(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));

    /// <summary>Returns the display text: the path's bytes decoded as UTF-8, with U+FFFD for invalid ones.</summary>
    public static string ToText(string path) => Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(path));

    /// <summary>Returns the path of exactly these bytes, e.g. the CP949 bytes of a Korean name.</summary>
    public static string FromBytes(ReadOnlySpan<byte> bytes) => Encoding.Latin1.GetString(bytes);

    /// <summary>
    /// The absolute, normalised form of <paramref name="argument"/> seen from <paramref name="directory"/>; ".." stops at the root.
    /// </summary>
    public static string Resolve(string directory, string argument)
    {
        var segments = new List<string>();
        var joined = argument.StartsWith('/') ? argument : directory + "/" + argument;
        foreach (var segment in joined.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            if (segment == "..")
            {
                if (segments.Count > 0) segments.RemoveAt(segments.Count - 1);
            }
            else if (segment != ".")
            {
                segments.Add(segment);
            }
        }
        return "/" + string.Join('/', segments);
    }

    /// <summary>The directory that holds <paramref name="path"/> ("/" for the root itself).</summary>
    internal static string ParentOf(string path)
    {
        var slash = path.LastIndexOf('/');
        return slash <= 0 ? "/" : path[..slash];
    }

    internal static string NameOf(string path) => path[(path.LastIndexOf('/') + 1)..];

    internal static string Child(string directory, string name) => directory == "/" ? "/" + name : directory + "/" + name;

    internal static string Escape(string path)
    {
        var escaped = new StringBuilder(path.Length + 16);
        foreach (var c in path)
        {
            if (char.IsAsciiLetterOrDigit(c) || "-._~/".Contains(c)) escaped.Append(c);
            else escaped.Append('%').Append(((int)c).ToString("X2"));
        }
        return escaped.ToString();
    }

    internal static string Checked(string path)
    {
        if (path.AsSpan().IndexOfAnyExceptInRange('\u0000', '\u00FF') >= 0)
        {
            throw new ArgumentException(
                $"The path \"{path}\" holds a character that is not one byte. Use LoopbackPath.FromUtf8 or LoopbackPath.FromBytes.",
                nameof(path));
        }
        return Resolve("/", path);
    }
}
