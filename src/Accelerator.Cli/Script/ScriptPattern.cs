using System.Text;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Parses an argument of mget as a pattern below the current folder of the session.</summary>
internal static class ScriptPattern
{
    /// <summary>Parses the pattern. Pure.</summary>
    /// <param name="word">The argument as typed.</param>
    /// <param name="folder">The current folder of the session; null if unknown.</param>
    /// <param name="isIis">Whether <c>*.*</c> means every name, as it does on Windows.</param>
    /// <param name="charset">The charset of names on the server.</param>
    /// <exception cref="FormatException">The text is not a pattern.</exception>
    public static RemotePattern Read(string word, FtpPath? folder, bool isIis, Encoding charset)
    {
        // Here a percent sign is literal; in an address it would begin an escape.
        var typed = word.Replace("%", "%25");
        if (isIis && (typed == "*.*" || typed.EndsWith("/*.*", StringComparison.Ordinal))) typed = typed[..^2];
        // The root's own slash also separates it from its contents.
        var start = typed.StartsWith('/') || folder is { Text: "/" } ? "/" : folder is null ? "" : Escaped(folder.Bytes.Span) + "/";
        return RemotePattern.Parse(start + typed.TrimStart('/'), charset)
            ?? throw new FormatException($"\"{word}\" is not a pattern.");
    }

    // A wildcard in the name of a folder is literal.
    private static string Escaped(ReadOnlySpan<byte> path)
    {
        var text = new StringBuilder();
        foreach (var value in path)
        {
            if (value == (byte)'/' || char.IsAsciiLetterOrDigit((char)value)) text.Append((char)value);
            else text.Append($"%{value:X2}");
        }
        return text.ToString();
    }
}
