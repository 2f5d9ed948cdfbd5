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
    private const string NoJob = "There is no such job. ftpx job list shows the jobs.";
    private const string NoLedger = "The ledger does not answer. The status page and /health show the reason.";

    /// <summary>Answers a request.</summary>
    /// <param name="path">The path, which begins with <see cref="Prefix"/>.</param>
    public async Task GetAsync(HttpContext context, string path)
    {
        var parts = path[Prefix.Length..].Split('/');
        if (content.Core.Jobs?.Jobs.FirstOrDefault(job => job.Name == parts[0]) is not { } job)
            await context.FailAsync(StatusCodes.Status404NotFound, NoJob).ConfigureAwait(false);
        else if (parts is [_]) await context.SayAsync(JsonSerializer.SerializeToUtf8Bytes(
            JobPage.Of(job, content.Trail.Read(job)), FiguresJson.Default.JobPage)).ConfigureAwait(false);
        else if (parts is [_, "files"]) await FilesAsync(context, job).ConfigureAwait(false);
        else if (parts is [_, "slots"]) await SlotsAsync(context, job).ConfigureAwait(false);
        else await context.FindNothingAsync().ConfigureAwait(false);
    }

    private async Task SlotsAsync(HttpContext context, JobDefinition job)
    {
        var text = context.Request.Query["days"].ToString();
        var days = text.Length == 0 ? UsualDays
            : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted) ? wanted : 0;
        if (days is < 1 or > ProductFigures.MostDays)
            await context.FailAsync(StatusCodes.Status400BadRequest, $"days must be 1 to {ProductFigures.MostDays}.").ConfigureAwait(false);
        else if (await content.Figures.Slots.ReadAsync(job.Name, days, context.RequestAborted).ConfigureAwait(false) is { } slots)
            await context.SayAsync(slots).ConfigureAwait(false);
        else await context.FailAsync(StatusCodes.Status404NotFound, NoJob).ConfigureAwait(false);
    }

    private async Task FilesAsync(HttpContext context, JobDefinition job)
    {
        var query = context.Request.Query;
        var (state, name, before) = (query["state"].ToString(), query["name"].ToString(), query["before"].ToString());
        var cursor = before.Length == 0 ? null : JobFiles.CursorOf(before);
        if (state is not ("delivered" or "waiting" or "failed") || name.Length > LongestName || (before.Length > 0 && cursor is null))
        {
            await context.FailAsync(
                StatusCodes.Status400BadRequest,
                $"state must be delivered, waiting or failed; name has at most {LongestName} characters, and before is the next of an "
                    + "earlier answer.").ConfigureAwait(false);
            return;
        }
        try
        {
            if (content.Core.Ledger is not { } ledger)
            {
                await context.FailAsync(StatusCodes.Status503ServiceUnavailable, NoLedger).ConfigureAwait(false);
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
            await context.FailAsync(StatusCodes.Status503ServiceUnavailable, NoLedger).ConfigureAwait(false);
        }
    }
}
