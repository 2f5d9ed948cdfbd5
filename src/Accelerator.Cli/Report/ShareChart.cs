using System.Globalization;
using System.Xml.Linq;
using Accelerator.Cli.Output;

namespace Accelerator.Cli.Report;

/// <summary>The goodput by path and by replica: a line for each over time, and a table.</summary>
internal static class ShareChart
{
    private const double Top = 26;
    private const double Bottom = 170;
    private const double Height = 208;

    /// <summary>The elements; empty if there is one source and one path.</summary>
    public static IEnumerable<XElement> Draw(RunRecord run, TimeAxis axis)
    {
        if (run.Shares.Count == 0) yield break;
        yield return Markup.El("h2", "", "Goodput by local path and replica");
        yield return Markup.El("p", "legend", run.Shares.Select((share, i) => Key($"s{i % 8}", NameOf(share, run))));
        yield return Markup.El("figure", "", Picture(run, axis));
        yield return Table("local path and server",
            [.. run.Shares.Select(share => (NameOf(share, run), (IReadOnlyList<ShareRecord>)[share]))], run);
        var (paths, servers) = (Groups(run, share => share.Share.Path ?? "system default"), Groups(run, share => share.Share.Source));
        if (paths.Count < 2 || servers.Count < 2) yield break;
        yield return Table("local path", paths, run);
        yield return Table("server", servers, run);
    }

    private static List<(string Name, IReadOnlyList<ShareRecord> Shares)> Groups(RunRecord run, Func<ShareRecord, string> name) =>
        [.. run.Shares.GroupBy(name).Select(group => (group.Key, (IReadOnlyList<ShareRecord>)[.. group]))];

    private static string NameOf(ShareRecord share, RunRecord run) =>
        RouteText.Name(share.Share, [.. run.Shares.Select(other => other.Share)]);

    private static XElement Picture(RunRecord run, TimeAxis axis)
    {
        var best = run.Shares.SelectMany(share => share.Goodput).Select(bucket => bucket.BytesPerSecond).Append(1).Max();
        var scale = Scale.Round(8 * best, 4, Bottom, Top);
        return TimeAxis.Drawing("Goodput by local path and replica", Height,
        [
            .. axis.Draw(Top, Bottom),
            .. GoodputChart.Rates("goodput", scale),
            .. run.Shares.Select((share, i) =>
                Markup.Path($"trail s{i % 8}", axis.Steps(share.Goodput, scale, bucket => 8 * bucket.BytesPerSecond))
                    .WithTip(NameOf(share, run))),
        ]);
    }

    private static XElement Table(string head, IReadOnlyList<(string Name, IReadOnlyList<ShareRecord> Shares)> rows, RunRecord run)
    {
        var all = Math.Max(1, run.Shares.Sum(share => share.Share.BytesFetched));
        var seconds = Math.Max(0.001, run.Elapsed.TotalSeconds);
        return ReportTables.Table(
            [("", head), ("num", "received"), ("num", "share"), ("num", "average"), ("num", "best second"), ("num", "streams")],
            rows.Select(row =>
        {
            var bytes = row.Shares.Sum(share => share.Share.BytesFetched);
            return Markup.El("tr", "",
                Markup.El("td", "", row.Name),
                Markup.El("td", "num", Format.Size(bytes)),
                Markup.El("td", "num", $"{100.0 * bytes / all:0} %"),
                Markup.El("td", "num", Format.Bits(bytes / seconds)),
                // The best seconds of several routes need not be the same second.
                Markup.El("td", "num", row.Shares is [var only] ? Format.Bits(only.BestBytesPerSecond) : "–"),
                Markup.El("td", "num", row.Shares.Sum(share => share.MostStreams).ToString(CultureInfo.InvariantCulture)));
        }));
    }

    private static XElement Key(string @class, string text) => Markup.El(
        "span", "", Markup.El("svg", "", Markup.At("viewBox", "0 0 16 14"), Markup.At("aria-hidden", "true"),
            Markup.Line($"trail {@class}", 0, 7, 16, 7)), text);
}
