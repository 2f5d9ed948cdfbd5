using System.Security.Cryptography;
using System.Text;
using Accelerator.Ftp;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>Admits requests with an allowed host and the token, or the cookie that a browser got for it.</summary>
/// <param name="hosts">The allowed hosts.</param>
/// <param name="token">The token for reading.</param>
/// <param name="administratorToken">The token for changes.</param>
/// <param name="signIns">The browsers that have shown the token.</param>
/// <param name="clients">Count the requests without it.</param>
/// <param name="cookie">The cookie's name. Cookies are not bound to a port, so the name separates two services on one host.</param>
/// <param name="log">Receives rejected requests.</param>
internal sealed class PageAuthentication(
    HostList hosts, DashboardToken token, DashboardToken administratorToken, SignIns signIns, PageClients clients, string cookie,
    ILogger log)
{
    /// <summary>The header with <see cref="Administrator.Proof"/>.</summary>
    public const string ProofHeader = "X-Ftpxd-Proof";

    /// <summary>The header with the name of the person that a program acts for.</summary>
    public const string UserHeader = "X-Ftpxd-User";

    private const int LongestForm = 1024;
    private const int LongestName = 64;
    private const string Bearer = "Bearer ";

    /// <summary>Returns whether the request names an allowed host and, by Sec-Fetch-Site, does not come from another site.</summary>
    public bool IsOurs(HttpRequest request)
    {
        if (!hosts.Has(request.Headers.Host.ToString())) return false;
        // A link from another site to the page does no harm: the request carries no cookie and gets the form.
        var site = request.Headers["Sec-Fetch-Site"].ToString();
        return site is "" or "same-origin" or "none" || (HttpMethods.IsGet(request.Method) && request.Path == "/");
    }

    /// <summary>Returns whether the request carries a token or a valid cookie.</summary>
    public bool Knows(HttpRequest request) => BearerOf(request) is { } given
        ? MayTry(request) && (token.Is(given) || administratorToken.Is(given))
        : request.Cookies[cookie] is { } number && signIns.Knows(number);

    /// <summary>Returns the administrator whose token or cookie the request carries; null for any other request.</summary>
    public Administrator? AdministratorOf(HttpRequest request)
    {
        if (BearerOf(request) is not { } given) return request.Cookies[cookie] is { } number ? signIns.AdministratorOf(number) : null;
        return IsProtected(request) && MayTry(request) && administratorToken.Is(given)
            ? new Administrator(NameOf(request.Headers[UserHeader].ToString()) ?? "token", null, null) : null;
    }

    /// <summary>
    /// Returns whether a request of an administrator comes from the page itself: its origin is this host, and it carries the proof that
    /// only the page can read.
    /// </summary>
    public bool IsProven(HttpRequest request, Administrator administrator)
    {
        if (administrator.Proof is not { } proof) return true;
        if (!IsProtected(request) || request.Headers.Origin.ToString().Length == 0 || IsFromElsewhere(request)) return false;
        if (request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin")) return false;
        return CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(request.Headers[ProofHeader].ToString()), Encoding.UTF8.GetBytes(proof));
    }

    /// <summary>Writes the status and headers of the answer to a request without a token; the caller adds the body.</summary>
    public void Refuse(HttpContext context) => Refuse(context, StatusCodes.Status401Unauthorized);

    /// <summary>Answers a request without a token.</summary>
    public Task RefuseAsync(HttpContext context)
    {
        Refuse(context);
        return context.FailAsync(context.Response.StatusCode == StatusCodes.Status429TooManyRequests
            ? $"There were more than {RequestLimit.MostFailures} requests without the right token in a minute from this user or "
                + "address. No token from there is examined for the rest of the minute: wait one minute."
            : "This address needs the token of the page, as \"Authorization: Bearer TOKEN\". See \"Access\" in docs/dashboard.md.");
    }

    /// <summary>Writes a status and its headers, and counts the request as a failure: above the limit the status is 429.</summary>
    public void Refuse(HttpContext context, int status)
    {
        var response = context.Response;
        response.StatusCode = clients.AddFailure(context) ? status : StatusCodes.Status429TooManyRequests;
        if (response.StatusCode == StatusCodes.Status429TooManyRequests)
            response.Headers.RetryAfter = $"{RequestLimit.Window.TotalSeconds:0}";
        else if (status == StatusCodes.Status401Unauthorized) response.Headers.WWWAuthenticate = "Bearer realm=\"ftpxd\"";
    }

    /// <summary>Reads a token, and an administrator's name, from the sign-in form.</summary>
    /// <returns>Whether the token was right: then the browser has its cookie.</returns>
    public async Task<bool> SignInAsync(HttpContext context)
    {
        var form = IsFromElsewhere(context.Request) || !MayTry(context.Request)
            ? default : await ReadFormAsync(context).ConfigureAwait(false);
        var isAdministrator = form.Token is { } given && IsProtected(context.Request) && administratorToken.Is(given);
        if (!isAdministrator && !(form.Token is { } other && token.Is(other)))
        {
            Refuse(context);
            if (context.Response.StatusCode == StatusCodes.Status429TooManyRequests) PageLog.TooMany(log, RequestLimit.MostFailures);
            return false;
        }
        if (context.Request.Cookies[cookie] is { } before) signIns.Remove(before);
        var who = isAdministrator ? form.Name ?? "administrator" : null;
        if (who is not null)
        {
            var shown = SafeText.Escape(who);
            PageLog.AdministratorSignedIn(log, shown);
        }
        context.Response.Cookies.Append(cookie, signIns.Add(who),
            new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, Path = "/", MaxAge = SignIns.Lifetime,
                Secure = IsSecure(context.Request) });
        return true;
    }

    /// <summary>Signs the browser out.</summary>
    /// <returns>Whether the request came from the page itself.</returns>
    public bool SignOut(HttpContext context)
    {
        if (IsFromElsewhere(context.Request)) return false;
        if (context.Request.Cookies[cookie] is { } number) signIns.Remove(number);
        context.Response.Cookies.Delete(cookie, new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, Path = "/" });
        return true;
    }

    // Rejects forms of other sites that would sign a browser in or out.
    private static bool IsFromElsewhere(HttpRequest request) =>
        request.Headers.Origin.ToString() is { Length: > 0 } origin
            && !((string[])[$"http://{request.Headers.Host}", $"https://{request.Headers.Host}"]).Contains(
                origin, StringComparer.OrdinalIgnoreCase);

    // The page has no TLS. A request for a name of this computer does not leave it; any other name belongs to a proxy, and a browser and
    // the proxy tell whether they use TLS.
    private bool IsProtected(HttpRequest request) => hosts.IsLocal(request.Headers.Host.ToString()) || IsSecure(request);

    private static bool IsSecure(HttpRequest request) =>
        request.Headers.Origin.ToString().StartsWith("https://", StringComparison.OrdinalIgnoreCase)
            || request.Headers["X-Forwarded-Proto"].ToString().Equals("https", StringComparison.OrdinalIgnoreCase);

    // Above the limit no token is compared, so that the answer tells nothing about it. A browser that is signed in keeps its cookie.
    private bool MayTry(HttpRequest request) => !clients.IsBlocked(request.HttpContext);

    private static string? BearerOf(HttpRequest request)
    {
        var authorization = request.Headers.Authorization.ToString();
        return authorization.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase) ? authorization[Bearer.Length..].Trim() : null;
    }

    private static string? NameOf(string text) => text.Trim() is { Length: > 0 } name ? name[..Math.Min(name.Length, LongestName)] : null;

    private static async Task<(string? Token, string? Name)> ReadFormAsync(HttpContext context)
    {
        if (context.Request.ContentLength is not { } length || length > LongestForm) return default;
        var bytes = new byte[checked((int)length)];
        await context.Request.Body.ReadExactlyAsync(bytes, context.RequestAborted).ConfigureAwait(false);
        using var reader = new FormReader(Encoding.UTF8.GetString(bytes));
        var form = reader.ReadForm();
        return (One("token")?.Trim(), One("name") is { } name ? NameOf(name) : null);

        string? One(string field) => form.TryGetValue(field, out var values) && values is [{ } one] ? one : null;
    }
}
