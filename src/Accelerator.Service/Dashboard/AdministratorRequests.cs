using System.Buffers;
using System.Text.Json;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Service.Figures;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Answers the requests that change a job: <c>POST /jobs/NAME/ACTION</c>. Each needs the administrator's token, or the cookie and the proof
/// of a browser that has shown it; it runs a verb of the control channel, as <c>ftpx job</c> does, and is logged with its author.
/// </summary>
/// <param name="authentication">Knows the administrators.</param>
/// <param name="content">The verbs.</param>
/// <param name="limit">Limits the changes of all administrators together.</param>
/// <param name="log">Receives the changes and their outcomes.</param>
internal sealed class AdministratorRequests(
    PageAuthentication authentication, PageContent content, RequestLimit limit, TimeProvider time, ILogger log)
{
    private const int LongestBody = 4096;
    private const string BodyRule = "The body must be a JSON object of texts; its members can be \"reason\", \"name\" and \"effects\".";

    /// <summary>The actions that the service supports, in the order of the page.</summary>
    public IReadOnlyList<string> Actions =>
        [.. ((string[])["run", "pause", "resume", "retry", "skip"]).Where(action => VerbOf(action) is not null)];

    /// <summary>Answers <c>GET /session</c>: whether the browser may make changes, which ones, and its proof.</summary>
    public Task SaySessionAsync(HttpContext context)
    {
        var administrator = authentication.AdministratorOf(context.Request);
        return context.SayAsync(Json(json =>
        {
            json.WriteBoolean("administrator", administrator is not null);
            if (administrator is null) return;
            json.WriteString("who", administrator.Who);
            if (administrator.Until is { } until) json.WriteString("until", until);
            json.WriteString("proof", administrator.Proof);
            json.WriteStartArray("actions");
            foreach (var action in Actions) json.WriteStringValue(action);
            json.WriteEndArray();
        }));
    }

    /// <summary>Answers a request for a change.</summary>
    /// <param name="path">The path, which begins with <see cref="JobRequests.Prefix"/>.</param>
    public async Task PostAsync(HttpContext context, string path)
    {
        if (path[JobRequests.Prefix.Length..].Split('/') is not [var job, var action] || VerbOf(action) is not { } verb)
        {
            await FailAsync(
                context, StatusCodes.Status404NotFound, "There is no such change. See \"Changes\" in docs/dashboard.md.")
                .ConfigureAwait(false);
            return;
        }
        if (await AdmitAsync(context).ConfigureAwait(false) is not { } administrator) return;
        if (await ReadAsync(context, verb.Name, job).ConfigureAwait(false) is not { } request)
        {
            await FailAsync(context, StatusCodes.Status400BadRequest, BodyRule).ConfigureAwait(false);
            return;
        }
        await RunAsync(context, verb, request, administrator.Who).ConfigureAwait(false);
    }

    private ControlVerb? VerbOf(string action) => content.Verbs.FirstOrDefault(
        verb => verb.Name == $"job.{action}" && action is "run" or "pause" or "resume" or "retry" or "skip");

    private async Task<Administrator?> AdmitAsync(HttpContext context)
    {
        if (authentication.AdministratorOf(context.Request) is not { } administrator)
        {
            if (!authentication.Knows(context.Request)) await authentication.RefuseAsync(context).ConfigureAwait(false);
            else await RefuseAsync(
                context, "Changes need the administrator's token. See \"Changes\" in docs/dashboard.md.").ConfigureAwait(false);
            return null;
        }
        if (!authentication.IsProven(context.Request, administrator))
        {
            await RefuseAsync(context, "The request does not come from this page. Reload the page and try again.").ConfigureAwait(false);
            return null;
        }
        if (limit.Add()) return administrator;
        context.Response.Headers.RetryAfter = $"{RequestLimit.Window.TotalSeconds:0}";
        await FailAsync(context, StatusCodes.Status429TooManyRequests,
            $"There were more than {RequestLimit.MostChanges} changes in a minute. Wait one minute.").ConfigureAwait(false);
        return null;
    }

    private Task RefuseAsync(HttpContext context, string sentence)
    {
        authentication.Refuse(context, StatusCodes.Status403Forbidden);
        return FailAsync(context, context.Response.StatusCode, sentence);
    }

    // The request of the control channel: the body of the page, with the verb and the job of the address.
    private static async Task<ControlRequest?> ReadAsync(HttpContext context, string verb, string job)
    {
        // Forms of other sites cannot have this type.
        if (!context.Request.HasJsonContentType() || context.Request.ContentLength is not ({ } length and <= LongestBody)) return null;
        var bytes = new byte[checked((int)length)];
        await context.Request.Body.ReadExactlyAsync(bytes, context.RequestAborted).ConfigureAwait(false);
        try
        {
            using var body = JsonDocument.Parse(bytes);
            // Without a member that is misspelt, the change would apply to more than is meant: a retry to all files.
            if (body.RootElement.ValueKind != JsonValueKind.Object || !body.RootElement.EnumerateObject().All(IsArgument)) return null;
            var line = Json(json =>
            {
                json.WriteString("verb", verb);
                json.WriteString("job", job);
                foreach (var member in body.RootElement.EnumerateObject()) json.WriteString(member.Name, member.Value.GetString());
            });
            return ControlRequest.Read(line);
        }
        catch (Exception e) when (e is JsonException or ControlException or InvalidOperationException)
        {
            return null;
        }
    }

    private static bool IsArgument(JsonProperty member) =>
        member.Name is "reason" or "name" or "effects" && member.Value.ValueKind == JsonValueKind.String;

    private async Task RunAsync(HttpContext context, ControlVerb verb, ControlRequest request, string who)
    {
        var (job, what) = (request.Text("job"), JobTrail.Words(request, $"{who} on the status page"));
        var shown = SafeText.Escape(what);
        using var replies = new MemoryStream();
        try
        {
            await verb.RunAsync(request, new ControlReply(replies, time), context.RequestAborted).ConfigureAwait(false);
        }
        catch (ControlException e)
        {
            var problem = SafeText.Escape(e.Message);
            PageLog.Changed(log, LogLevel.Warning, job, shown, problem);
            await FailAsync(context, e.Kind switch { ControlFailure.Usage => StatusCodes.Status400BadRequest,
                ControlFailure.NotFound => StatusCodes.Status404NotFound, _ => StatusCodes.Status503ServiceUnavailable },
                e.Message).ConfigureAwait(false);
            return;
        }
        content.Trail.Add(job, "operator", what);
        PageLog.Changed(log, LogLevel.Information, job, shown, "Done.");
        await content.Figures.ReadNowAsync(context.RequestAborted).ConfigureAwait(false);
        await context.SayAsync(Json(json =>
        {
            json.WriteStartArray("replies");
            foreach (var line in System.Text.Encoding.UTF8.GetString(replies.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries))
                json.WriteRawValue(line);
            json.WriteEndArray();
        })).ConfigureAwait(false);
    }

    private static Task FailAsync(HttpContext context, int status, string sentence)
    {
        context.Response.StatusCode = status;
        return context.SayAsync(Json(json => json.WriteString("error", sentence)));
    }

    private static byte[] Json(Action<Utf8JsonWriter> writeMembers)
    {
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            writeMembers(json);
            json.WriteEndObject();
        }
        return bytes.WrittenSpan.ToArray();
    }
}
