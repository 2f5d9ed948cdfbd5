using System.Text;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>Writes complete answers.</summary>
internal static class PageAnswers
{
    /// <summary>Writes an answer of a media type; to HEAD, its head alone (RFC 9110, section 9.3.2).</summary>
    public static async Task SayAsync(this HttpContext context, string mediaType, byte[] bytes)
    {
        context.Response.ContentType = mediaType;
        context.Response.ContentLength = bytes.Length;
        if (HttpMethods.IsHead(context.Request.Method)) return;
        await context.Response.Body.WriteAsync(bytes, context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>Writes JSON.</summary>
    public static Task SayAsync(this HttpContext context, byte[] json) => context.SayAsync("application/json; charset=utf-8", json);

    /// <summary>Writes a status and the sentence that explains it.</summary>
    public static Task FailAsync(this HttpContext context, int status, string sentence)
    {
        context.Response.StatusCode = status;
        return context.FailAsync(sentence);
    }

    /// <summary>Writes the sentence that explains the status.</summary>
    public static Task FailAsync(this HttpContext context, string sentence) =>
        context.SayAsync("text/plain; charset=utf-8", Encoding.UTF8.GetBytes(sentence + "\n"));

    /// <summary>Writes that there is nothing at this address.</summary>
    public static Task FindNothingAsync(this HttpContext context) =>
        context.FailAsync(StatusCodes.Status404NotFound, "There is nothing at this address. See \"Requests\" in docs/dashboard.md.");

    /// <summary>Writes a file of the page.</summary>
    public static Task SayAsync(this HttpContext context, PageFile file) => context.SayAsync(file.MediaType, file.Bytes);
}
