using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>Writes complete answers.</summary>
internal static class PageAnswers
{
    /// <summary>Writes an answer of a media type.</summary>
    public static async Task SayAsync(this HttpContext context, string mediaType, byte[] bytes)
    {
        context.Response.ContentType = mediaType;
        context.Response.ContentLength = bytes.Length;
        await context.Response.Body.WriteAsync(bytes, context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>Writes JSON.</summary>
    public static Task SayAsync(this HttpContext context, byte[] json) => context.SayAsync("application/json; charset=utf-8", json);

    /// <summary>Writes a file of the page.</summary>
    public static Task SayAsync(this HttpContext context, PageFile file) => context.SayAsync(file.MediaType, file.Bytes);
}
