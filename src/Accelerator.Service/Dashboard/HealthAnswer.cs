using System.Text.Json;
using Accelerator.Service.Figures;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>Answers the health checks.</summary>
internal static class HealthAnswer
{
    /// <summary>Writes whether the service is alive, and unless only that is wanted, whether it is ready and why not.</summary>
    /// <param name="context">The request.</param>
    /// <param name="figures">The figures.</param>
    /// <param name="isLive">Whether only the process is checked: any answer at all shows that it is alive.</param>
    public static async Task SayAsync(HttpContext context, FiguresReader figures, bool isLive)
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
        await context.SayAsync(bytes.ToArray()).ConfigureAwait(false);
    }
}
