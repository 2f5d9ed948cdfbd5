using System.Text;
using Accelerator.Ftp;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Http;

/// <summary>The server and the path that the target of a request names.</summary>
/// <param name="Server">The server as the target names it; null if the gateway has a fixed one.</param>
/// <param name="Path">The path below the server, with its escapes; empty for the login folder.</param>
/// <param name="Format">The value of <c>format</c> in the query; null if there is none.</param>
internal sealed record HttpTarget(UpstreamAddress? Server, string Path, string? Format)
{
    // SIZE or RETR, a space and the line end, in the 1000 bytes that servers read.
    private const int LongestPath = 993;

    /// <summary>Whether the path does not fit into an FTP command.</summary>
    public bool IsTooLong => In(Encoding.Latin1).Bytes.Length > LongestPath;

    /// <summary>Whether the target ends in a slash, which names a folder.</summary>
    public bool IsFolder => Path is "" or [.., '/'];

    /// <summary>Reads a target: <c>/path</c>, or <c>/host[:port]/path</c>.</summary>
    /// <param name="target">Printable ASCII that begins with a slash.</param>
    /// <param name="namesServer">Whether its first segment is the server.</param>
    /// <returns>Null if it names no server or leads out of a folder.</returns>
    public static HttpTarget? Parse(string target, bool namesServer)
    {
        var query = target.IndexOf('?');
        var (path, format) = query < 0 ? (target[1..], null) : (target[1..query], Format(target[(query + 1)..]));
        UpstreamAddress? server = null;
        if (namesServer)
        {
            var slash = path.IndexOf('/');
            server = UpstreamAddress.Parse("@" + Uri.UnescapeDataString(slash < 0 ? path : path[..slash]));
            if (server is null or { User.Length: > 0 }) return null;
            path = slash < 0 ? "" : path[(slash + 1)..];
        }
        var read = new HttpTarget(server, path, format);
        return read.IsSafe() ? read : null;

        static string? Format(string query) =>
            query.Split('&').FirstOrDefault(part => part.StartsWith("format=", StringComparison.Ordinal))?["format=".Length..];
    }

    /// <summary>
    /// Returns the path in the server's charset, without a slash at its end. Two slashes in the target begin at the root.
    /// </summary>
    public FtpPath In(Encoding charset) => FtpUrl.ReadPath(Path, charset).WithoutEnd();

    private bool IsSafe()
    {
        try
        {
            return !FtpUrl.ReadPath(Path, Encoding.Latin1).Text.Split('/', '\\').Any(segment => segment is "." or "..");
        }
        catch (ArgumentException)
        {
            // A line end or NUL.
            return false;
        }
    }
}
