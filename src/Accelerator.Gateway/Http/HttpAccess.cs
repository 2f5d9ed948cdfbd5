using System.Net;
using System.Text;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Http;

/// <summary>Decides which requests are answered: a page of another site, or of a name that leads to this computer, gets nothing.</summary>
internal static class HttpAccess
{
    /// <summary>Returns why a request is refused: a status and a sentence; null if it is admitted.</summary>
    /// <param name="request">The request.</param>
    /// <param name="at">The endpoint that the client is connected to.</param>
    /// <param name="settings">The settings.</param>
    public static (HttpHead Head, string Sentence)? Refuse(HttpRequest request, IPEndPoint at, GatewaySettings settings)
    {
        if (!IsOurs(request, at))
            return (new HttpHead(403), $"This host name or origin is not allowed: open http://{at}/ on this computer.");
        if (request.Method is not ("GET" or "HEAD"))
            return (new HttpHead(405).With("Allow", "GET, HEAD"), "This gateway only downloads: GET and HEAD.");
        if (settings.Login is { } own && !(ReadBasic(request.Field("Authorization")) is var (user, password)
            && UpstreamAdmission.IsOwn(own, user, password)))
        {
            return (
                new HttpHead(401).With("WWW-Authenticate", "Basic realm=\"ftpx gateway\", charset=\"UTF-8\""),
                "Log in with the user and the password of the gateway.");
        }
        return null;
    }

    // DNS rebinding: a foreign name that resolves to this computer is in Host.
    private static bool IsOurs(HttpRequest request, IPEndPoint at)
    {
        var host = request.Field("Host") ?? "";
        var isHost = Names(at).Any(name => host.Equals($"{name}:{at.Port}", StringComparison.OrdinalIgnoreCase)
            || (at.Port == 80 && host.Equals(name, StringComparison.OrdinalIgnoreCase)));
        var isOrigin = request.Field("Origin") is not { } origin || origin.Equals($"http://{host}", StringComparison.OrdinalIgnoreCase);
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
