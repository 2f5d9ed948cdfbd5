using System.Globalization;
using System.Text.Json;
using Accelerator.Service.Figures;
using Accelerator.Service.Metrics;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Answers the requests to the page. Everything is read-only: no request changes what the service does.
/// </summary>
/// <param name="authentication">Decides which requests are admitted.</param>
/// <param name="figures">The figures to show.</param>
/// <param name="metrics">The figures for Prometheus.</param>
/// <param name="time">The clock.</param>
/// <param name="stopping">Ends the answers in progress.</param>
internal sealed class PageApplication(
    PageAuthentication authentication, FiguresReader figures, PrometheusText metrics, TimeProvider time, CancellationToken stopping)
{
    private const int MostListeners = 16;
    private const int UsualDays = 7;
    private const string Json = "application/json; charset=utf-8";

    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1);

    // The table of texts is not listed here: it is embedded in the page.
    private static readonly Dictionary<string, PageFile> Scripts =
        new(StringComparer.Ordinal) { ["/format.js"] = PageFile.Of("format.js"), ["/page.js"] = PageFile.Of("page.js") };

    // Served without the token: files that reveal nothing about this service.
    private static readonly Dictionary<string, PageFile> Open =
        new(StringComparer.Ordinal) { ["/page.css"] = PageFile.Of("page.css"), ["/icon.svg"] = PageFile.Of("icon.svg") };

    private int _listeners;

    /// <summary>Answers one request.</summary>
    public async Task ProcessRequestAsync(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        Protect(response.Headers);
        if (!authentication.IsOurs(request))
        {
            response.StatusCode = StatusCodes.Status403Forbidden;
            var refusal = "This host name or origin is not allowed. See \"Access\" in docs/dashboard.md.\n"u8.ToArray();
            await SayAsync(context, "text/plain; charset=utf-8", refusal).ConfigureAwait(false);
            return;
        }
        var path = request.Path.Value ?? "";
        if (HttpMethods.IsPost(request.Method)) await PostAsync(context, path).ConfigureAwait(false);
        else if (!HttpMethods.IsGet(request.Method)) response.StatusCode = StatusCodes.Status405MethodNotAllowed;
        else if (Open.TryGetValue(path, out var open)) await SayAsync(context, open).ConfigureAwait(false);
        else if (authentication.Knows(request)) await GetAsync(context, path).ConfigureAwait(false);
        else if (path == "/") await SayAsync(context, PageLanguage.Of(request).SignIn).ConfigureAwait(false);
        else authentication.Refuse(context);
    }

    private async Task PostAsync(HttpContext context, string path)
    {
        if (path is not ("/sign-in" or "/sign-out"))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }
        if (path == "/sign-in" ? await authentication.SignInAsync(context).ConfigureAwait(false) : authentication.SignOut(context))
        {
            context.Response.StatusCode = StatusCodes.Status303SeeOther;
            context.Response.Headers.Location = "/";
        }
        else if (path == "/sign-in") await SayAsync(context, PageLanguage.Of(context.Request).Refused).ConfigureAwait(false);
        else context.Response.StatusCode = StatusCodes.Status403Forbidden;
    }

    private async Task GetAsync(HttpContext context, string path)
    {
        var cancellationToken = context.RequestAborted;
        switch (path)
        {
            case "/":
                await SayAsync(context, PageLanguage.Of(context.Request).Page).ConfigureAwait(false);
                break;
            case var _ when Scripts.TryGetValue(path, out var script):
                await SayAsync(context, script).ConfigureAwait(false);
                break;
            case "/figures":
                await SayAsync(context, Json, await figures.ReadJsonAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
                break;
            case "/events":
                await NotifyAsync(context).ConfigureAwait(false);
                break;
            case "/metrics":
                await figures.ReadAsync(cancellationToken).ConfigureAwait(false);
                await SayAsync(context, PrometheusText.MediaType,
                    System.Text.Encoding.UTF8.GetBytes(metrics.Write())).ConfigureAwait(false);
                break;
            case "/health" or "/health/ready" or "/health/live":
                await SayHealthAsync(context, isLive: path == "/health/live").ConfigureAwait(false);
                break;
            case var _ when JobOf(path) is { } job:
                await SaySlotsAsync(context, job).ConfigureAwait(false);
                break;
            default:
                context.Response.StatusCode = StatusCodes.Status404NotFound;
                break;
        }
    }

    // The names of jobs need no escapes in a path.
    private static string? JobOf(string path) => path.Split('/') is ["", "jobs", { Length: > 0 } job, "slots"] ? job : null;

    private async Task SaySlotsAsync(HttpContext context, string job)
    {
        var text = context.Request.Query["days"].ToString();
        var days = text.Length == 0 ? UsualDays : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted) ? wanted : 0;
        if (days is < 1 or > ProductFigures.MostDays) context.Response.StatusCode = StatusCodes.Status400BadRequest;
        else if (await figures.ReadSlotsAsync(job, days, context.RequestAborted).ConfigureAwait(false) is { } slots)
            await SayAsync(context, Json, slots).ConfigureAwait(false);
        else context.Response.StatusCode = StatusCodes.Status404NotFound;
    }

    // Any answer at all shows that the service is alive.
    private async Task SayHealthAsync(HttpContext context, bool isLive)
    {
        IReadOnlyList<string> problems = isLive ? [] : (await figures.ReadAsync(context.RequestAborted).ConfigureAwait(false)).NotReady;
        if (problems.Count > 0) context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            json.WriteBoolean("live", true);
            if (!isLive) json.WriteBoolean("ready", problems.Count == 0);
            json.WriteStartArray("problems");
            foreach (var problem in problems) json.WriteStringValue(problem);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        await SayAsync(context, Json, bytes.ToArray()).ConfigureAwait(false);
    }

    // Server-sent events: each carries all figures, so that a lost one does no harm.
    private async Task NotifyAsync(HttpContext context)
    {
        if (Interlocked.Increment(ref _listeners) > MostListeners)
        {
            Interlocked.Decrement(ref _listeners);
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }
        try
        {
            using var either = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
            context.Response.ContentType = "text/event-stream";
            var body = context.Response.Body;
            using var timer = new PeriodicTimer(Beat, time);
            byte[]? told = null;
            do
            {
                var now = await figures.ReadJsonAsync(either.Token).ConfigureAwait(false);
                if (ReferenceEquals(now, told)) continue;
                await body.WriteAsync("event: figures\ndata: "u8.ToArray(), either.Token).ConfigureAwait(false);
                await body.WriteAsync(now, either.Token).ConfigureAwait(false);
                await body.WriteAsync("\n\n"u8.ToArray(), either.Token).ConfigureAwait(false);
                await body.FlushAsync(either.Token).ConfigureAwait(false);
                told = now;
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

    private static Task SayAsync(HttpContext context, PageFile file) => SayAsync(context, file.MediaType, file.Bytes);

    private static async Task SayAsync(HttpContext context, string mediaType, byte[] bytes)
    {
        context.Response.ContentType = mediaType;
        context.Response.ContentLength = bytes.Length;
        await context.Response.Body.WriteAsync(bytes, context.RequestAborted).ConfigureAwait(false);
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

/// <summary>A file of the page, embedded in the program.</summary>
/// <param name="Bytes">The content.</param>
/// <param name="MediaType">The media type.</param>
internal sealed record PageFile(byte[] Bytes, string MediaType)
{
    /// <summary>Returns a file of src/Accelerator.Service/Dashboard/Page.</summary>
    public static PageFile Of(string name)
    {
        using var stream = typeof(PageFile).Assembly.GetManifestResourceStream($"page/{name}")
            ?? throw new InvalidOperationException($"The program has no {name}.");
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return new PageFile(bytes.ToArray(), Path.GetExtension(name) switch { ".html" => "text/html; charset=utf-8",
            ".css" => "text/css; charset=utf-8", ".js" => "text/javascript; charset=utf-8", _ => "image/svg+xml" });
    }
}
