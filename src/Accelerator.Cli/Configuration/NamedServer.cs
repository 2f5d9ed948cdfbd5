using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Configuration;

/// <summary>A server with a name in the configuration file.</summary>
/// <param name="Name">The name.</param>
/// <param name="Url">The URL of the folder that paths start from, valid and without a password.</param>
/// <param name="Settings">The settings, valid.</param>
internal sealed record NamedServer(string Name, string Url, SiteSettings Settings)
{
    private const string SchemeEnd = "://";

    /// <summary>Whether the paths of the server start from another folder than that of the login.</summary>
    public bool HasFolder => FtpUrl.TryParse(Url, FtpCharsets.Utf8, out var url, out _) && !url.Path.IsEmpty;

    /// <summary>Returns what is wrong with the URL of a server, as one sentence that shows no password; null for a valid one.</summary>
    public static string? ProblemOf(string url)
    {
        if (!FtpUrl.TryParse(url, FtpCharsets.Utf8, out var read, out var problem)) return problem;
        if (read.Password is not null)
            return "The URL contains a password, and the file may be copied to other computers: remove it, and store it with "
                + $"ftpx credential set {read.Endpoint.Scheme}://{Uri.EscapeDataString(read.User ?? "")}@{read.Endpoint}.";
        return Glob.IsPattern(read.WrittenPath)
            ? "The URL of a server names a folder, not a pattern: write *, ? and [ in a name as %2A, %3F and %5B." : null;
    }

    /// <summary>Returns the URL of a path.</summary>
    /// <param name="path">
    /// As in a URL, with escapes and patterns. Relative to the folder of the server, or with a leading slash from the root.
    /// </param>
    /// <param name="withUser">Whether the URL has the user; without it the user is found as for any address.</param>
    public string UrlOf(string path, bool withUser = true)
    {
        var start = Url.IndexOf(SchemeEnd, StringComparison.Ordinal) + SchemeEnd.Length;
        var slash = Url.IndexOf('/', start);
        var (authority, folder) = slash < 0 ? (Url[start..], "") : (Url[start..slash], Url[(slash + 1)..]);
        if (!withUser) authority = authority[(authority.LastIndexOf('@') + 1)..];
        if (path.StartsWith('/')) folder = "";
        else if (folder.Length > 0 && !folder.EndsWith('/')) folder += "/";
        return $"{Url[..start]}{authority}/{folder}{path}";
    }
}
