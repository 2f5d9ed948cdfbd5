using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// An FTP URL as users write it: <c>ftp://user@host:port/dir/file</c>; <c>ftps://</c> is implicit TLS, <c>ftpes://</c> explicit TLS. As in
/// RFC 1738 the path is relative to the login folder; <c>//</c> (or <c>/%2F</c>) starts at the root. Percent escapes are bytes, so a
/// name in any charset can be written.
/// </summary>
public sealed record FtpUrl
{
    private FtpUrl(FtpEndpoint endpoint, string writtenPath, FtpPath path, string? user, string? password)
    {
        Endpoint = endpoint;
        WrittenPath = writtenPath;
        Path = path;
        User = user;
        Password = password;
    }

    /// <summary>The server.</summary>
    public FtpEndpoint Endpoint { get; }

    /// <summary>The path as it is sent in commands. Empty for the login folder itself.</summary>
    public FtpPath Path { get; }

    /// <summary>The path with its escapes still encoded, so that a literal <c>%2A</c> can be told from the wildcard <c>*</c>.</summary>
    public string WrittenPath { get; }

    /// <summary>The user in the URL, never empty; null if it has none.</summary>
    public string? User { get; }

    /// <summary>The password in the URL, or null. Accepted because users write it, with a warning because process lists show it.</summary>
    public string? Password { get; }

    /// <summary>Returns the URL without the password, safe to print and to log.</summary>
    public override string ToString()
    {
        var user = User is null ? "" : Uri.EscapeDataString(User) + "@";
        return $"{Endpoint.Scheme}://{user}{Endpoint}/{Path}";
    }

    /// <summary>
    /// Returns a URL that stands for exactly these path bytes, in any charset. Every character with a special meaning is escaped.
    /// </summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="user">The login name, or null to omit it.</param>
    /// <param name="path">The path as it is sent in commands.</param>
    public static string Write(FtpEndpoint endpoint, string? user, FtpPath path)
    {
        var url = new StringBuilder($"{endpoint.Scheme}://");
        if (user is not null) url.Append(Uri.EscapeDataString(user)).Append('@');
        return url.Append(endpoint).Append('/').Append(Escape(path)).ToString();
    }

    /// <summary>
    /// Returns the path of a URL that stands for exactly these bytes: all but letters, digits and <c>/-._~</c> is escaped.
    /// </summary>
    internal static string Escape(FtpPath path)
    {
        var text = new StringBuilder(path.Bytes.Length);
        foreach (var value in path.Bytes.Span)
        {
            if (char.IsAsciiLetterOrDigit((char)value) || "/-._~".Contains((char)value)) text.Append((char)value);
            else text.Append(CultureInfo.InvariantCulture, $"%{value:X2}");
        }
        return text.ToString();
    }

    /// <summary>Reads a URL path, or a part of one.</summary>
    /// <param name="written">The path with its escapes.</param>
    /// <param name="charset">Encodes characters that are not escaped: the server's charset.</param>
    /// <exception cref="ArgumentException">The path holds CR, LF or NUL, or a character that the charset lacks.</exception>
    public static FtpPath ReadPath(string written, Encoding charset) => FtpPath.FromBytes(Unescape(written, charset), charset);

    /// <summary>Parses a URL.</summary>
    /// <param name="text">What the user wrote.</param>
    /// <param name="charset">Encodes characters that are not percent-escaped: the server's charset.</param>
    /// <param name="url">The URL, if the text is one.</param>
    /// <param name="problem">Otherwise one sentence that describes the problem.</param>
    public static bool TryParse(
        string text, Encoding charset, [NotNullWhen(true)] out FtpUrl? url, [NotNullWhen(false)] out string? problem)
    {
        url = null;
        if (!TrySplitScheme(text, out var security, out var rest, out problem)) return false;

        var slash = rest.IndexOf('/');
        var authority = slash < 0 ? rest : rest[..slash];
        var path = slash < 0 ? "" : rest[(slash + 1)..];

        var at = authority.LastIndexOf('@');
        var (user, password) = UrlUser.Split(at < 0 ? null : authority[..at]);
        var server = authority[(at + 1)..];
        // A URL may leave the port empty (RFC 3986, section 3.2.3). With an @ behind it, it may be a password that begins with a slash.
        if (server.EndsWith(':') && !path.Contains('@')) server = server[..^1];
        if (!TrySplitHost(server, security, out var endpoint, out problem)) return false;
        if (HoldsLineEnd(user) || HoldsLineEnd(password))
        {
            problem = "The user or password in the URL contains a line end or NUL, which FTP cannot transmit.";
            return false;
        }
        // An empty USER is neither a login nor anonymous. --user refuses an empty name too.
        if (user is { Length: 0 })
        {
            problem = "The URL has an empty user name: write the name before the @, or remove the @.";
            return false;
        }

        try
        {
            path = DropType(path);
            url = new FtpUrl(endpoint, path, ReadPath(path, charset), user, password);
            return true;
        }
        catch (ArgumentException e)
        {
            problem = e.Message;
            return false;
        }
    }

    private static bool TrySplitScheme(string text, out FtpSecurity security, out string rest, [NotNullWhen(false)] out string? problem)
    {
        var end = text.IndexOf("://", StringComparison.Ordinal);
        var scheme = end < 0 ? "" : text[..end].ToLowerInvariant();
        security = scheme switch { "ftps" => FtpSecurity.Implicit, "ftpes" => FtpSecurity.Explicit, _ => FtpSecurity.None };
        rest = end < 0 ? text : text[(end + 3)..];
        problem = scheme is "ftp" or "ftps" or "ftpes"
            ? null
            : $"\"{SafeText.Escape(WithoutUser(text))}\" is not an FTP URL: it must start with ftp://, ftps:// or ftpes://, "
                + "for example ftp://host/dir/file.bin.";
        return problem is null;
    }

    private static bool TrySplitHost(
        string text, FtpSecurity security, [NotNullWhen(true)] out FtpEndpoint? endpoint, [NotNullWhen(false)] out string? problem)
    {
        endpoint = null;
        var (host, isLiteral, hasPort, port) = UrlHost.Split(text);
        var isPort = !hasPort || port is not null;
        var kind = Uri.CheckHostName(host);
        // Mask text with a colon that is no valid address: it may be a user name and the beginning of a password.
        var shown = kind == UriHostNameType.Unknown && host.Contains(':') ? "…" : SafeText.Escape(host);
        problem = kind switch
        {
            _ when hasPort && text.LastIndexOf(':') > host.Length + (isLiteral ? 2 : 0) =>
                "An IPv6 address is written in brackets, for example ftp://[2001:db8::1]/dir/file.bin.",
            UriHostNameType.Unknown when host.Length == 0 => "The URL names no host.",
            UriHostNameType.IPv6 when isLiteral && isPort => null,
            UriHostNameType.Dns or UriHostNameType.IPv4 when !isLiteral && isPort => null,
            // Do not show the text after the colon: with a slash in the password, it is the beginning of the password.
            _ when !isPort => $"What follows \"{shown}:\" is not a port: use 1 to 65535, and write / and @ in a password as %2F and %40.",
            _ => $"\"{shown}\" is not a host name or an IP address.",
        };
        var usual = security == FtpSecurity.Implicit ? FtpEndpoint.DefaultImplicitPort : FtpEndpoint.DefaultPort;
        endpoint = problem is null ? new FtpEndpoint(host, port ?? usual, security) : null;
        return problem is null;
    }

    private static string WithoutUser(string text) => text.LastIndexOf('@') is var at && at < 0 ? text : "…" + text[at..];

    // RFC 1738 section 3.2.2 allows ";type=a|i|d" at the end. Data is always fetched as an image (TYPE I), so the suffix is only dropped.
    private static string DropType(string path)
    {
        var type = path.LastIndexOf(";type=", StringComparison.OrdinalIgnoreCase);
        return type >= 0 && path.Length == type + 7 ? path[..type] : path;
    }

    private static byte[] Unescape(string path, Encoding charset)
    {
        var bytes = new List<byte>(path.Length);
        for (var i = 0; i < path.Length;)
        {
            if (path[i] == '%' && i + 2 < path.Length
                && byte.TryParse(path.AsSpan(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var escaped))
            {
                bytes.Add(escaped);
                i += 3;
                continue;
            }

            var length = i + 1 < path.Length && char.IsSurrogatePair(path, i) ? 2 : 1;
            bytes.AddRange(FtpPath.FromText(path.Substring(i, length), charset).Bytes.Span);
            i += length;
        }
        return [.. bytes];
    }

    private static bool HoldsLineEnd(string? text) => text is not null && text.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0;
}
