using System.Net;
using System.Text;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Http;

/// <summary>
/// Decides which requests are answered: a page of another site, or of a name that leads to this computer, gets nothing, and a client must
/// have the token or the login of the gateway, if there is one.
/// </summary>
internal static class HttpAccess
{
    private const string Basic = "Basic realm=\"ftpx gateway\", charset=\"UTF-8\"";

    /// <summary>Returns why a request is refused: the head of the answer and a sentence; null if it is admitted.</summary>
    /// <param name="request">The request.</param>
    /// <param name="at">The endpoint that the client is connected to.</param>
    /// <param name="settings">The settings.</param>
    public static (HttpHead Head, string Sentence)? Refuse(HttpRequest request, IPEndPoint at, GatewaySettings settings)
    {
        if (!IsOurs(request, at, settings))
        {
            return (new HttpHead(403), "This host name or origin is not allowed: " + (settings.HttpCertificate is null
                ? $"open http://{at}/ on this computer." : "open the gateway by a name of its certificate, or by its address."));
        }
        if (!HttpRequestReader.IsDownload(request.Method))
            return (HttpHead.MethodNotAllowed(), HttpRequestReader.OnlyDownloads);
        if (settings.HttpToken is { } token)
        {
            return HasToken(request, token) ? null : (
                new HttpHead(401).With("WWW-Authenticate", Basic).With("WWW-Authenticate", "Bearer realm=\"ftpx gateway\""),
                "Send the token of the gateway: as \"Authorization: Bearer TOKEN\", or as the password of any user name.");
        }
        if (settings.Login is { } own && !(ReadBasic(request.Field("Authorization")) is var (user, password)
            && UpstreamAdmission.IsOwn(own, user, password)))
        {
            return (
                new HttpHead(401).With("WWW-Authenticate", Basic), "Log in with the user and the password of the gateway.");
        }
        return null;
    }

    private static bool HasToken(HttpRequest request, AccessToken token)
    {
        const string Scheme = "Bearer ";
        var field = request.Field("Authorization");
        if (field?.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) == true) return token.Is(field[Scheme.Length..].Trim());
        return ReadBasic(field) is var (_, password) && token.Is(password);
    }

    // DNS rebinding: a foreign name that resolves to this computer is in Host. With TLS a browser has compared the name with the
    // certificate; a port of another number may be forwarded to this one.
    private static bool IsOurs(HttpRequest request, IPEndPoint at, GatewaySettings settings)
    {
        var (host, certificate) = (request.Field("Host") ?? "", settings.HttpCertificate);
        var (scheme, usual) = certificate is null ? ("http", 80) : ("https", 443);
        var isHost = Names(at).Any(name => host.Equals($"{name}:{at.Port}", StringComparison.OrdinalIgnoreCase)
            || (at.Port == usual && host.Equals(name, StringComparison.OrdinalIgnoreCase)))
            || certificate?.Names(UrlHost.Split(host).Host) == true;
        var origin = request.Field("Origin");
        var isOrigin = origin is null || origin.Equals($"{scheme}://{host}", StringComparison.OrdinalIgnoreCase);
        return isHost && isOrigin && request.Field("Sec-Fetch-Site") is (null or "same-origin" or "none");
    }

    private static string[] Names(IPEndPoint at) =>
        ["localhost", at.Address.ToString().Contains(':') ? $"[{at.Address}]" : at.Address.ToString()];

    private static (string User, string Password)? ReadBasic(string? field)
    {
        const string Scheme = "Basic ";
        if (field?.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) != true) return null;
        var bytes = new byte[field.Length];
        if (!Convert.TryFromBase64String(field[Scheme.Length..].Trim(), bytes, out var count)) return null;
        var text = Encoding.Latin1.GetString(bytes, 0, count);
        var colon = text.IndexOf(':');
        return colon < 0 ? null : (text[..colon], text[(colon + 1)..]);
    }
}
