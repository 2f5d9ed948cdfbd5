using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>Admits requests with an allowed host and the token, or the cookie that a browser got for it.</summary>
/// <param name="hosts">The allowed hosts.</param>
/// <param name="token">The token.</param>
/// <param name="signIns">The browsers that have shown the token.</param>
/// <param name="limit">Counts the requests without it.</param>
/// <param name="cookie">The cookie's name. Cookies are not bound to a port, so the name separates two services on one host.</param>
/// <param name="log">Receives rejected requests.</param>
internal sealed class PageAuthentication(
    HostList hosts, DashboardToken token, SignIns signIns, FailureLimit limit, string cookie, ILogger log)
{
    private const int LongestForm = 1024;
    private const string Bearer = "Bearer ";

    /// <summary>Returns whether the request names an allowed host and, by Sec-Fetch-Site, does not come from another site.</summary>
    public bool IsOurs(HttpRequest request)
    {
        if (!hosts.Has(request.Headers.Host.ToString())) return false;
        // A link from another site to the page does no harm: the request carries no cookie and gets the form.
        var site = request.Headers["Sec-Fetch-Site"].ToString();
        return site is "" or "same-origin" or "none" || (HttpMethods.IsGet(request.Method) && request.Path == "/");
    }

    /// <summary>Returns whether the request carries the token or a valid cookie.</summary>
    public bool Knows(HttpRequest request)
    {
        var authorization = request.Headers.Authorization.ToString();
        return authorization.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            ? token.Is(authorization[Bearer.Length..].Trim()) : request.Cookies[cookie] is { } number && signIns.Knows(number);
    }

    /// <summary>Writes the status and headers of the answer to a request with neither; the caller adds the body.</summary>
    public void Refuse(HttpContext context)
    {
        var count = limit.Add();
        var response = context.Response;
        response.StatusCode = count > FailureLimit.Most ? StatusCodes.Status429TooManyRequests : StatusCodes.Status401Unauthorized;
        if (count > FailureLimit.Most) response.Headers.RetryAfter = $"{FailureLimit.Window.TotalSeconds:0}";
        else response.Headers.WWWAuthenticate = "Bearer realm=\"ftpxd\"";
    }

    /// <summary>Reads the token from the sign-in form.</summary>
    /// <returns>Whether it was right: then the browser has its cookie.</returns>
    public async Task<bool> SignInAsync(HttpContext context)
    {
        if (IsFromElsewhere(context.Request) || await ReadFormAsync(context).ConfigureAwait(false) is not { } given || !token.Is(given))
        {
            Refuse(context);
            if (context.Response.StatusCode == StatusCodes.Status429TooManyRequests) PageLog.TooMany(log, FailureLimit.Most);
            return false;
        }
        context.Response.Cookies.Append(cookie, signIns.Add(),
            new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, Path = "/", MaxAge = SignIns.Lifetime });
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

    private static async Task<string?> ReadFormAsync(HttpContext context)
    {
        if (context.Request.ContentLength is not { } length || length > LongestForm) return null;
        var bytes = new byte[(int)length];
        await context.Request.Body.ReadExactlyAsync(bytes, context.RequestAborted).ConfigureAwait(false);
        using var form = new FormReader(Encoding.UTF8.GetString(bytes));
        return form.ReadForm().TryGetValue("token", out var values) && values is [{ } one] ? one.Trim() : null;
    }
}
