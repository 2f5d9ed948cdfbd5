using System.Globalization;
using System.Text.Json;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Figures;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// Answers the requests of a job's page: <c>/jobs/NAME</c>, <c>/jobs/NAME/files</c> and <c>/jobs/NAME/slots</c>.
/// </summary>
/// <param name="content">The jobs and their ledger.</param>
internal sealed class JobRequests(PageContent content)
{
    /// <summary>The beginning of the paths.</summary>
    public const string Prefix = "/jobs/";

    private const int LongestName = 500;
    private const int UsualDays = 7;

    /// <summary>Answers a request.</summary>
    /// <param name="path">The path, which begins with <see cref="Prefix"/>.</param>
    public async Task GetAsync(HttpContext context, string path)
    {
        var parts = path[Prefix.Length..].Split('/');
        if (content.Core.Jobs?.Jobs.FirstOrDefault(job => job.Name == parts[0]) is not { } job)
            context.Response.StatusCode = StatusCodes.Status404NotFound;
        else if (parts is [_]) await context.SayAsync(JsonSerializer.SerializeToUtf8Bytes(
            JobPage.Of(job, content.Trail.Read(job)), FiguresJson.Default.JobPage)).ConfigureAwait(false);
        else if (parts is [_, "files"]) await FilesAsync(context, job).ConfigureAwait(false);
        else if (parts is [_, "slots"]) await SlotsAsync(context, job).ConfigureAwait(false);
        else context.Response.StatusCode = StatusCodes.Status404NotFound;
    }

    private async Task SlotsAsync(HttpContext context, JobDefinition job)
    {
        var text = context.Request.Query["days"].ToString();
        var days = text.Length == 0 ? UsualDays
            : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted) ? wanted : 0;
        if (days is < 1 or > ProductFigures.MostDays) context.Response.StatusCode = StatusCodes.Status400BadRequest;
        else if (await content.Figures.Slots.ReadAsync(job.Name, days, context.RequestAborted).ConfigureAwait(false) is { } slots)
            await context.SayAsync(slots).ConfigureAwait(false);
        else context.Response.StatusCode = StatusCodes.Status404NotFound;
    }

    private async Task FilesAsync(HttpContext context, JobDefinition job)
    {
        var (query, response) = (context.Request.Query, context.Response);
        var (state, name, before) = (query["state"].ToString(), query["name"].ToString(), query["before"].ToString());
        var cursor = before.Length == 0 ? null : JobFiles.CursorOf(before);
        if (state is not ("delivered" or "waiting" or "failed") || name.Length > LongestName || (before.Length > 0 && cursor is null))
        {
            response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }
        try
        {
            if (content.Core.Ledger is not { } ledger)
            {
                response.StatusCode = StatusCodes.Status503ServiceUnavailable;
                return;
            }
            var search = new FileSearch(job.Name, name, cursor);
            var found = state == "delivered" ? await ledger.Search.DeliveredAsync(search, context.RequestAborted).ConfigureAwait(false)
                : await ledger.Search.UndeliveredAsync(search, state == "failed", context.RequestAborted).ConfigureAwait(false);
            await context.SayAsync(JsonSerializer.SerializeToUtf8Bytes(
                JobFiles.Of(found), FiguresJson.Default.JobFiles)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            // The figures report the ledger that does not answer.
            response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        }
    }
}
