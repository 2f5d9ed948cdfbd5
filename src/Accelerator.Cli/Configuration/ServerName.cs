namespace Accelerator.Cli.Configuration;

/// <summary>Checks the names of configured servers, and splits the addresses that begin with one: <c>NAME:path</c>.</summary>
internal static class ServerName
{
    /// <summary>The form of a valid name, as the end of a sentence.</summary>
    public const string Form = "2 to 64 letters, digits, dots, hyphens and underscores, the first one a letter or a digit";

    // Two characters at least, so that C:\x stays a drive.
    private const int Shortest = 2, Longest = 64;

    // "ftp:/host/file" is a URL that lacks a slash, not a path of a server named ftp.
    private static readonly string[] Schemes = ["ftp", "ftps", "ftpes", "sftp", "http", "https", "file"];

    /// <summary>Returns whether a server can have this name. Case matters, except that a scheme of URLs is none in any case.</summary>
    public static bool IsValid(string text) =>
        text.Length is >= Shortest and <= Longest && char.IsAsciiLetterOrDigit(text[0])
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_')
            && !Schemes.Contains(text, StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// Splits <c>NAME:path</c>. A URL, a path with a drive (<c>C:\x</c>, PowerShell's <c>Env:\x</c>) and <c>user:password@host</c> are not
    /// of this form; <c>host:21</c> is.
    /// </summary>
    /// <param name="text">The address as typed.</param>
    /// <param name="name">The name.</param>
    /// <param name="path">The text after the colon, as in a URL; empty for the server's folder.</param>
    public static bool TrySplit(string text, out string name, out string path)
    {
        var colon = text.IndexOf(':');
        (name, path) = colon < 0 ? (text, "") : (text[..colon], text[(colon + 1)..]);
        return colon >= 0 && IsValid(name) && !path.StartsWith("//", StringComparison.Ordinal) && !path.StartsWith('\\')
            && !path.Split('/')[0].Contains('@');
    }
}
