using System.Text;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>What mget is given, as a pattern below the folder that the session stands in.</summary>
internal static class ScriptPattern
{
    /// <summary>Reads it. Pure.</summary>
    /// <param name="word">What was typed.</param>
    /// <param name="folder">Where the session stands; null where that is not known.</param>
    /// <param name="isIis">Whether <c>*.*</c> means every name, as it does on Windows.</param>
    /// <exception cref="FormatException">It is no pattern.</exception>
    public static RemotePattern Read(string word, FtpPath? folder, bool isIis)
    {
        // Here a percent sign is one; in an address it would begin an escape.
        var typed = word.Replace("%", "%25");
        if (isIis && (typed == "*.*" || typed.EndsWith("/*.*", StringComparison.Ordinal))) typed = typed[..^2];
        // The root's own slash is the one between it and what lies in it.
        var start = typed.StartsWith('/') || folder is { Text: "/" } ? "%2F" : folder is null ? "" : Escaped(folder.Bytes.Span) + "/";
        return RemotePattern.Parse(start + typed.TrimStart('/'), FtpCharsets.Utf8)
            ?? throw new FormatException($"\"{word}\" is no pattern.");
    }

    private static string Escaped(ReadOnlySpan<byte> path)
    {
        var text = new StringBuilder();
        for (var i = 0; i < path.Length; i++)
        {
            var value = path[i];
            // The first slash of an address's path stands for nothing.
            if (i > 0 && value == (byte)'/') text.Append('/');
            else if (char.IsAsciiLetterOrDigit((char)value)) text.Append((char)value);
            else text.Append($"%{value:X2}");
        }
        return text.ToString();
    }
}
