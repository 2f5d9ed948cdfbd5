using Accelerator.Service.Figures;
using Accelerator.Service.Metrics;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Answers the requests to the page. Only <see cref="AdministratorRequests"/> change what the service does.
/// </summary>
/// <param name="authentication">Decides which requests are admitted.</param>
/// <param name="content">What the page shows.</param>
/// <param name="administrators">Answers the requests for changes.</param>
/// <param name="time">The clock.</param>
/// <param name="stopping">Ends the answers in progress.</param>
internal sealed class PageApplication(PageAuthentication authentication, PageContent content, AdministratorRequests administrators,
    TimeProvider time, CancellationToken stopping)
{
    private const int MostListeners = 16;

    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1);

    // The table of texts is not listed here: it is embedded in the page.
    private static readonly Dictionary<string, PageFile> Scripts =
        PageFile.Scripts.ToDictionary(name => $"/{name}", PageFile.Of, StringComparer.Ordinal);

    // Served without the token: files that reveal nothing about this service.
    private static readonly Dictionary<string, PageFile> Open =
        new(StringComparer.Ordinal) { ["/page.css"] = PageFile.Of("page.css"), ["/icon.svg"] = PageFile.Of("icon.svg") };

    private readonly JobRequests _jobs = new(content);
    private readonly FiguresReader _figures = content.Figures;
    private int _listeners;

    /// <summary>Answers one request.</summary>
    public async Task ProcessRequestAsync(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        Protect(response.Headers);
        if (!authentication.IsOurs(request))
        {
            await context.FailAsync(
                StatusCodes.Status403Forbidden, "This host name or origin is not allowed. See \"Access\" in docs/dashboard.md.")
                .ConfigureAwait(false);
            return;
        }
        var path = request.Path.Value ?? "";
        if (HttpMethods.IsPost(request.Method)) await PostAsync(context, path).ConfigureAwait(false);
        else if (!HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method))
        {
            response.Headers.Allow = "GET, HEAD, POST";
            await context.FailAsync(
                StatusCodes.Status405MethodNotAllowed, "This page answers GET and HEAD, and POST for sign-in and changes.")
                .ConfigureAwait(false);
        }
        else if (Open.TryGetValue(path, out var open)) await context.SayAsync(open).ConfigureAwait(false);
        else if (authentication.Knows(request)) await GetAsync(context, path).ConfigureAwait(false);
        else if (path == "/") await context.SayAsync(PageLanguage.Of(request).SignIn).ConfigureAwait(false);
        else await authentication.RefuseAsync(context).ConfigureAwait(false);
    }

    private async Task PostAsync(HttpContext context, string path)
    {
        if (path.StartsWith(JobRequests.Prefix, StringComparison.Ordinal))
        {
            await administrators.PostAsync(context, path).ConfigureAwait(false);
            return;
        }
        if (path is not ("/sign-in" or "/sign-out"))
        {
            await context.FindNothingAsync().ConfigureAwait(false);
            return;
        }
        if (path == "/sign-in" ? await authentication.SignInAsync(context).ConfigureAwait(false) : authentication.SignOut(context))
        {
            context.Response.StatusCode = StatusCodes.Status303SeeOther;
            context.Response.Headers.Location = "/";
        }
        else if (path == "/sign-in") await context.SayAsync(PageLanguage.Of(context.Request).Refused).ConfigureAwait(false);
        else
            await context.FailAsync(
                StatusCodes.Status403Forbidden, "The request does not come from this page. Sign out with the button of the page.")
                .ConfigureAwait(false);
    }

    private async Task GetAsync(HttpContext context, string path)
    {
        var cancellationToken = context.RequestAborted;
        switch (path)
        {
            case "/":
                await context.SayAsync(PageLanguage.Of(context.Request).Page).ConfigureAwait(false);
                break;
            case var _ when Scripts.TryGetValue(path, out var script):
                await context.SayAsync(script).ConfigureAwait(false);
                break;
            case "/session":
                await administrators.SaySessionAsync(context).ConfigureAwait(false);
                break;
            case var _ when path.StartsWith(JobRequests.Prefix, StringComparison.Ordinal):
                await _jobs.GetAsync(context, path).ConfigureAwait(false);
                break;
            case "/figures":
                await context.SayAsync(await _figures.ReadJsonAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
                break;
            case var _ when path.Split('/') is ["", "servers", { Length: > 0 } server, "measurements"]
                && await _figures.ReadMeasurementsAsync(server, cancellationToken).ConfigureAwait(false) is { } measurements:
                await context.SayAsync(measurements).ConfigureAwait(false);
                break;
            case "/history" when await _figures.ReadHistoryAsync(cancellationToken).ConfigureAwait(false) is { } history:
                await context.SayAsync(history).ConfigureAwait(false);
                break;
            case "/events":
                await NotifyAsync(context).ConfigureAwait(false);
                break;
            case "/metrics":
                await _figures.ReadAsync(cancellationToken).ConfigureAwait(false);
                await context.SayAsync(PrometheusText.MediaType,
                    System.Text.Encoding.UTF8.GetBytes(content.Metrics.Write())).ConfigureAwait(false);
                break;
            case "/health" or "/health/ready" or "/health/live":
                await HealthAnswer.SayAsync(context, _figures, isLive: path == "/health/live").ConfigureAwait(false);
                break;
            case "/history":
                await context.FailAsync(
                    StatusCodes.Status404NotFound, "The history has not been read yet. Try again in some seconds.").ConfigureAwait(false);
                break;
            default:
                await context.FindNothingAsync().ConfigureAwait(false);
                break;
        }
    }

    // Server-sent events: each carries all figures, so that a lost one does no harm.
    private async Task NotifyAsync(HttpContext context)
    {
        if (Interlocked.Increment(ref _listeners) > MostListeners)
        {
            Interlocked.Decrement(ref _listeners);
            await context.FailAsync(
                StatusCodes.Status503ServiceUnavailable,
                $"{MostListeners} browsers or programs receive the events already. Close one of them.").ConfigureAwait(false);
            return;
        }
        try
        {
            using var either = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
            context.Response.ContentType = "text/event-stream";
            if (HttpMethods.IsHead(context.Request.Method)) return;
            var body = context.Response.Body;
            using var timer = new PeriodicTimer(Beat, time);
            byte[]? sent = null;
            do
            {
                var now = await _figures.ReadJsonAsync(either.Token).ConfigureAwait(false);
                if (ReferenceEquals(now, sent)) continue;
                await body.WriteAsync("event: figures\ndata: "u8.ToArray(), either.Token).ConfigureAwait(false);
                await body.WriteAsync(now, either.Token).ConfigureAwait(false);
                await body.WriteAsync("\n\n"u8.ToArray(), either.Token).ConfigureAwait(false);
                await body.FlushAsync(either.Token).ConfigureAwait(false);
                sent = now;
            }
            while (await timer.WaitForNextTickAsync(either.Token).ConfigureAwait(false) && authentication.Knows(context.Request));
        }
        catch (OperationCanceledException)
        {
            // The browser has disconnected, or the service stops.
        }
        finally
        {
            Interlocked.Decrement(ref _listeners);
        }
    }

    private static void Protect(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy =
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        // Not no-referrer: with it, browsers send "null" as the origin of our own form.
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers.CacheControl = "no-store";
    }
}
