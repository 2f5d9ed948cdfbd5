using System.Globalization;
using System.Xml.Linq;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>The parts of the report that are read rather than looked at: decisions, notices, and the result of each file.</summary>
internal static class ReportTables
{
    /// <summary>The elements.</summary>
    public static IEnumerable<XElement> Draw(RunRecord run) => [.. Decisions(run), .. Notices(run), .. Files(run)];

    private static IEnumerable<XElement> Decisions(RunRecord run)
    {
        if (run.Decisions.Count == 0) yield break;
        yield return Markup.El("h2", "", "Decisions on the number of streams");
        (string, string)[] head = [("", ""), ("num", "time"), ("num", "streams"), ("num", "goodput"), ("", "reason")];
        yield return Table(head, run.Decisions.Select(entry =>
        {
            var (number, decision) = entry;
            return Markup.El("tr", number == 0 ? "quiet" : "",
                Markup.El("td", "", number > 0 ? Markup.El("span", "badge", number.ToString(CultureInfo.InvariantCulture)) : null),
                Markup.El("td", "num", Format.Took(decision.Elapsed)),
                Markup.El("td", "num", number > 0 ? $"{decision.Before} → {decision.After}" : $"{decision.After} kept"),
                Markup.El("td", "num", decision.BytesPerSecond > 0 ? Format.Bits(decision.BytesPerSecond) : "–"),
                Markup.El("td", "", decision.Why));
        }));
        if (run.DecisionsLeftOut > 0)
            yield return Markup.El("p", "note", $"{run.DecisionsLeftOut} more are omitted; those shown are spread evenly over the run.");
    }

    private static IEnumerable<XElement> Notices(RunRecord run)
    {
        if (run.Notices.Count == 0) yield break;
        yield return Markup.El("h2", "", "Notices");
        yield return Table([("num", "time"), ("", "kind"), ("", "notice")], run.Notices.Select(notice => Markup.El("tr", "",
            Markup.El("td", "num", Format.Took(notice.At)),
            Markup.El("td", "tight", JsonLines.Name(notice.Kind).Replace('_', ' ')),
            Markup.El("td", "", notice.Message))));
        if (run.NoticesLeftOut > 0)
            yield return Markup.El("p", "note", $"{run.NoticesLeftOut} more are omitted; those shown are spread evenly over the run.");
    }

    private static IEnumerable<XElement> Files(RunRecord run)
    {
        if (run.FilesAsked < 2 || run.Results.Count == 0) yield break;
        yield return Markup.El("h2", "", "Files");
        yield return Table([("", "file"), ("num", "size"), ("num", "time"), ("num", "average"), ("num", "streams"), ("", "result")],
            run.Results.Select(Row));
        var more = run.FilesDone + run.FilesFailed - run.Results.Count;
        if (more > 0) yield return Markup.El("p", "note", $"{more} more files are omitted.");
    }

    private static XElement Row(FileResult file)
    {
        var rate = Math.Max(0, file.Size - file.BytesReused) / Math.Max(file.Elapsed.TotalSeconds, 0.001);
        return Markup.El("tr", "",
            Markup.El("td", "", Path.GetFileName(file.TargetPath)),
            Markup.El("td", "num", Format.Size(file.Size)),
            Markup.El("td", "num", Format.Took(file.Elapsed)),
            Markup.El("td", "num", file is { Failure: null, WasThere: false } ? Format.Bits(rate) : "–"),
            Markup.El("td", "num", file.PeakStreams.ToString(CultureInfo.InvariantCulture)),
            file.Failure is null ? Markup.El("td", "", ResultText.Verified(file, detail: true))
                : Markup.El("td", "outcome bad", file.Message));
    }

    /// <summary>A table that scrolls if it is too wide.</summary>
    public static XElement Table((string Class, string Text)[] head, IEnumerable<XElement> rows) =>
        Markup.El("div", "scroll", Markup.El("table", "",
            Markup.El("thead", "",
                Markup.El("tr", "", head.Select(cell => Markup.El("th", cell.Class, Markup.At("scope", "col"), cell.Text)))),
            Markup.El("tbody", "", rows)));
}
