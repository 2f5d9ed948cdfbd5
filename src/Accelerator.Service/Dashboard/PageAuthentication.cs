using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>Who comes in: the right host, then the token, or the cookie that a browser got for it.</summary>
/// <param name="hosts">What it may be called.</param>
/// <param name="token">The token.</param>
/// <param name="signIns">Browsers that have shown it.</param>
/// <param name="limit">Counts who has not.</param>
/// <param name="cookie">The cookie's name: cookies know no ports, so it tells two services apart.</param>
/// <param name="log">Is told of strangers.</param>
internal sealed class PageAuthentication(
    HostList hosts, DashboardToken token, SignIns signIns, FailureLimit limit, string cookie, ILogger log)
{
    private const int LongestForm = 1024;
    private const string Bearer = "Bearer ";

    /// <summary>Whether it is asked by a name of its own. A browser that says that another site asks gets nothing either.</summary>
    public bool IsOurs(HttpRequest request)
    {
        if (!hosts.Has(request.Headers.Host.ToString())) return false;
        // A link to the page is no harm: it comes without the cookie, and shows the form.
        var site = request.Headers["Sec-Fetch-Site"].ToString();
        return site is "" or "same-origin" or "none" || (HttpMethods.IsGet(request.Method) && request.Path == "/");
    }

    /// <summary>Whether it comes with the token or the cookie.</summary>
    public bool Knows(HttpRequest request)
    {
        var authorization = request.Headers.Authorization.ToString();
        return authorization.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            ? token.Is(authorization[Bearer.Length..].Trim()) : request.Cookies[cookie] is { } number && signIns.Knows(number);
    }

    /// <summary>The answer for one that comes with neither; the caller adds the body.</summary>
    public void Refuse(HttpContext context)
    {
        var count = limit.Add();
        var response = context.Response;
        response.StatusCode = count > FailureLimit.Most ? StatusCodes.Status429TooManyRequests : StatusCodes.Status401Unauthorized;
        if (count > FailureLimit.Most) response.Headers.RetryAfter = $"{FailureLimit.Window.TotalSeconds:0}";
        else response.Headers.WWWAuthenticate = "Bearer realm=\"ftpxd\"";
    }

    /// <summary>Takes the token out of the form that the page shows.</summary>
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

    /// <summary>Forgets the browser.</summary>
    /// <returns>Whether it was it that asked.</returns>
    public bool SignOut(HttpContext context)
    {
        if (IsFromElsewhere(context.Request)) return false;
        if (context.Request.Cookies[cookie] is { } number) signIns.Remove(number);
        context.Response.Cookies.Delete(cookie, new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, Path = "/" });
        return true;
    }

    // A form of another page, with which somebody would sign a browser in or out.
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
