using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Sites;

/// <summary>The server that a <c>ftpx site</c> command is about.</summary>
/// <param name="Endpoint">Where; the usual port when none was written.</param>
/// <param name="HasPort">Whether the port was written; if not, any port of the host is meant where one is searched for.</param>
/// <param name="User">Who logs in, or null for everybody.</param>
internal sealed record SiteAddress(FtpEndpoint Endpoint, bool HasPort, string? User)
{
    /// <summary>The key that a setting is kept by.</summary>
    public SiteKey Key => User is null ? SiteKey.Of(Endpoint, null).Everybody : SiteKey.Of(Endpoint, User);

    /// <summary>Reads <c>HOST</c>, <c>HOST:PORT</c> or an address with <c>ftp://</c>, whose path makes no difference.</summary>
    /// <exception cref="UsageException">It is none of them.</exception>
    public static SiteAddress Parse(string text, string? user)
    {
        var address = text.Contains("://", StringComparison.Ordinal) ? text : "ftp://" + text;
        if (!FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out var problem)) throw new UsageException(problem);
        var authority = address[(address.IndexOf("://", StringComparison.Ordinal) + 3)..].Split('/')[0];
        var hasPort = authority.LastIndexOf(':') > Math.Max(authority.LastIndexOf(']'), authority.LastIndexOf('@'));
        return new SiteAddress(url.Endpoint, hasPort, user ?? url.User);
    }

    /// <summary>Whether something remembered is of this server and login, where they were named.</summary>
    public bool Covers(SiteKey key) =>
        key.Host == Key.Host && (!HasPort || key.Port == Endpoint.Port) && (User is null || key.User == User);

    /// <summary>The server as it is written in messages.</summary>
    public override string ToString() => HasPort || User is not null ? Key.ToString() : Key.Host;
}
