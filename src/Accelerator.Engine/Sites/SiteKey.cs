using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sites;

/// <summary>The key of a site profile: a server's control port and the login, because limits and charsets differ between logins.</summary>
public sealed record SiteKey
{
    private const string Anonymous = "anonymous";

    private SiteKey(string host, int port, string? user, string? path)
    {
        Host = host;
        Port = port;
        User = user;
        Path = path;
    }

    /// <summary>DNS name in lower case, or an address literal in its shortest form, without brackets.</summary>
    public string Host { get; }

    /// <summary>TCP port of the control connection, 1 to 65535.</summary>
    public int Port { get; }

    /// <summary>The login; null means all logins: only settings are stored so, never learned facts.</summary>
    public string? User { get; }

    /// <summary>
    /// The local path by which the server is reached, as the user named it, where a run has several, and the proxy: each has its own round
    /// trip and limits. With several addresses of a server, also that address. Null for none of these.
    /// </summary>
    public string? Path { get; }

    /// <summary>Returns the key of one login.</summary>
    /// <param name="endpoint">The server; its protection makes no difference.</param>
    /// <param name="user">The login; null or empty is <c>anonymous</c>.</param>
    public static SiteKey Of(FtpEndpoint endpoint, string? user)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        return new SiteKey(Fold(endpoint.Host), endpoint.Port, string.IsNullOrEmpty(user) ? Anonymous : user, null);
    }

    /// <summary>Returns the key of the same login by one of several local paths.</summary>
    public SiteKey By(string path) => new(Host, Port, User, path);

    /// <summary>Returns the key of the same login through a proxy; without one, this key.</summary>
    public SiteKey Through(ProxyAddress? proxy) =>
        proxy is null ? this : new SiteKey(Host, Port, User, Path is null ? $"{proxy}" : $"{Path} through {proxy}");

    /// <summary>The key of the settings that apply to every login at the same server.</summary>
    public SiteKey ForAllUsers => new(Host, Port, null, null);

    /// <summary>
    /// Returns the key as messages name it: <c>host:port</c> or <c>user at host:port</c>, with <c>by path</c> where there are several; safe
    /// to print.
    /// </summary>
    public override string ToString()
    {
        var site = new FtpEndpoint(Host, Port, FtpSecurity.None).ToString();
        return SafeText.Escape((User is null ? site : $"{User} at {site}") + (Path is null ? "" : $" by {Path}"));
    }

    // A trailing root dot does not change a name (RFC 1034 section 3.1), nor does the spelling an IPv6 address.
    private static string Fold(string host) =>
        host.Contains(':') && IPAddress.TryParse(host, out var address) ? address.ToString() : host.TrimEnd('.').ToLowerInvariant();
}
