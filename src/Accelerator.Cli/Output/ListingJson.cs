using System.Globalization;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes a listing as lines of JSON: one for each entry, then one for its folder. Names are stable; docs/json.md lists them and a test
/// compares the two.
/// </summary>
/// <param name="endpoint">The server.</param>
/// <param name="user">The user in the address, or null.</param>
internal sealed class ListingJson(FtpEndpoint endpoint, string? user) : IListingLines
{
    /// <inheritdoc/>
    public IEnumerable<string> Head(FtpPath folder) => [];

    /// <inheritdoc/>
    public string Entry(FtpPath folder, ListingEntry entry) => JsonLine.Of("entry", json =>
    {
        var path = folder.Child(entry.Name);
        json.WriteString("path", path.Text);
        json.WriteString("name", entry.Name.Text);
        json.WriteString("url", FtpUrl.Write(endpoint, user, path));
        json.WriteString("kind", JsonLines.Name(entry.Kind));
        json.WriteNumber("size", entry.Size);
        json.WriteString("modified",
            entry.Time?.Instant?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'", CultureInfo.InvariantCulture));
        json.WriteString("listed_time", entry.Time?.ToString());
        json.WriteString("precision", entry.Time is { } time ? JsonLines.Name(time.Precision) : null);
        json.WriteBoolean("year_inferred", entry.Time?.IsYearInferred);
        json.WriteBoolean("day_month_open", entry.Time?.IsOrderOpen);
        json.WriteString("target", entry.Target?.Text);
        json.WriteString("permissions", entry.Permissions);
    });

    /// <inheritdoc/>
    public IEnumerable<string> End(
        FtpPath folder, ListingOutcome? outcome, TransferException? problem, IReadOnlyList<UnenteredFolder> unentered) =>
    [
        JsonLine.Of("listing", json =>
        {
            json.WriteString("folder", folder.Text);
            json.WriteNumber("entries", outcome?.Entries ?? 0);
            json.WriteBoolean("complete", outcome?.IsComplete == true);
            json.WriteStrings("doubts", outcome?.Doubts.Select(doubt => doubt.Text) ?? []);
            json.WriteStrings("not_entered", unentered.Select(left => left.Why));
            json.WriteString("failure", problem is null ? null : JsonLines.Name(problem.Kind));
            json.WriteString("message", problem?.Message);
        }),
    ];
}
