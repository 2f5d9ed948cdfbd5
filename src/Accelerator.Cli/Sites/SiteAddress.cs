using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Sites;

/// <summary>The server that a <c>ftpx site</c> command refers to.</summary>
/// <param name="Endpoint">The endpoint; the default port if none was written.</param>
/// <param name="HasPort">Whether the port was written; if not, a search matches any port of the host.</param>
/// <param name="User">The user, or null for all users.</param>
internal sealed record SiteAddress(FtpEndpoint Endpoint, bool HasPort, string? User)
{
    /// <summary>The key under which a setting is stored.</summary>
    public SiteKey Key => User is null ? SiteKey.Of(Endpoint, null).ForAllUsers : SiteKey.Of(Endpoint, User);

    /// <summary>Parses <c>HOST</c>, <c>HOST:PORT</c> or an address with <c>ftp://</c>; the path is ignored.</summary>
    /// <exception cref="UsageException">The text is none of these.</exception>
    public static SiteAddress Parse(string text, string? user)
    {
        var address = text.Contains("://", StringComparison.Ordinal) ? text : "ftp://" + text;
        if (!FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out var problem)) throw new UsageException(problem);
        var authority = address[(address.IndexOf("://", StringComparison.Ordinal) + 3)..].Split('/')[0];
        var hasPort = authority.LastIndexOf(':') > Math.Max(authority.LastIndexOf(']'), authority.LastIndexOf('@'));
        return new SiteAddress(url.Endpoint, hasPort, user ?? url.User);
    }

    /// <summary>Returns whether a record belongs to this server and login, as far as they were named.</summary>
    public bool Covers(SiteKey key) =>
        key.Host == Key.Host && (!HasPort || key.Port == Endpoint.Port) && (User is null || key.User == User);

    /// <summary>The server as written in messages.</summary>
    public override string ToString() => HasPort || User is not null ? Key.ToString() : Key.Host;
}
