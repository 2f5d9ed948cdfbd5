using System.Xml.Linq;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>The drawings, each with its heading and its legend.</summary>
internal static class ReportFigures
{
    /// <summary>The elements.</summary>
    public static IEnumerable<XElement> Draw(RunRecord run, TimeAxis axis)
    {
        if (run.Goodput.Count == 0) return [Markup.El("p", "note", "The run ended before any data was received.")];
        if (run.BytesFetched == 0) return Timelines(run, axis);
        // For one file its chart comes first; for several, the streams show the sequence of the files.
        return run.FilesAsked == 1
            ? [.. Goodput(run, axis), .. Bytes(run, axis), .. Timelines(run, axis)]
            : [.. Goodput(run, axis), .. Timelines(run, axis), .. Bytes(run, axis)];
    }

    private static IEnumerable<XElement> Goodput(RunRecord run, TimeAxis axis)
    {
        yield return Markup.El("h2", "", "Goodput");
        yield return Markup.El("p", "legend",
            Key("average", "average of the whole run"), Key("active", "streams receiving"), Key("wanted", "streams wanted"),
            run.VerifyingFrom is null ? null : Key("verifying", "flushing, hashing, publishing"),
            run.Decisions.Count > 0 ? Key("decision", "decision, see the table below") : null);
        yield return Markup.El("figure", "", GoodputChart.Draw(run, axis, ReportHead.AverageOf(run)));
    }

    private static IEnumerable<XElement> Bytes(RunRecord run, TimeAxis axis)
    {
        var height = run.Pictured.Count > 1 ? 170 : 340;
        var drawn = run.Pictured.Select(file => (File: file, Drawing: ByteChart.Draw(file, axis, height)))
            .Where(entry => entry.Drawing is not null).ToList();
        if (drawn.Count == 0) yield break;
        yield return Markup.El("h2", "", "Bytes over time");
        yield return Markup.El("p", "note",
            "Each line is one range in the colour of its stream; a steeper line is faster. Tinted bytes have been received.",
            run.Pictured.Any(file => file.Plan.BytesReused > 0) ? " Grey bands are bytes reused from an earlier attempt." : "",
            run.FilesAsked > drawn.Count ? $" The {drawn.Count} largest of {run.FilesAsked} files are shown." : "");
        foreach (var (file, drawing) in drawn)
        {
            if (run.FilesAsked > 1) yield return Markup.El("h3", "", Path.GetFileName(file.Plan.Item.TargetPath));
            yield return Markup.El("figure", "", drawing);
        }
    }

    private static IEnumerable<XElement> Timelines(RunRecord run, TimeAxis axis)
    {
        if (run.Timelines.Count == 0) yield break;
        yield return Markup.El("h2", "", "Streams");
        yield return Markup.El("p", "legend",
            State(run, "connecting", "connecting, or waiting to connect"), State(run, "requesting", "requesting"),
            State(run, "receiving", "receiving"),
            State(run, "silent", "receiving, but no data arrives"), State(run, "backing", "backing off"),
            Counted(run, StreamEventKind.Stole, "stole", "took over part of another stream's range"),
            Counted(run, StreamEventKind.CutShort, "cut", "cut short for another stream"),
            Counted(run, StreamEventKind.Stalled, "stalled", "stalled"),
            Counted(run, StreamEventKind.Failed, "failed", "failed"));
        yield return Markup.El("figure", "", StreamChart.Draw(run, axis));
        if (run.MarksLeftOut > 0)
            yield return Markup.El("p", "note", $"{run.MarksLeftOut} more marks are omitted; those shown are spread evenly over the run.");
    }

    private static XElement? State(RunRecord run, string @class, string text) =>
        run.Timelines.Any(timeline => timeline.Spans.Any(span => StreamChart.ClassOf(span) == @class)) ? Key(@class, text) : null;

    private static XElement? Counted(RunRecord run, StreamEventKind kind, string @class, string text) =>
        run.EventCounts[kind] is > 0 and var count ? Key(@class, $"{text} ({count})") : null;

    private static XElement Key(string @class, string text)
    {
        var sample = @class switch
        {
            "average" or "active" or "wanted" => Markup.Line(@class, 0, 7, 16, 7),
            "decision" => Markup.Svg("circle", @class, ("cx", 8), ("cy", 7), ("r", 5)),
            "stole" => Markup.Path("mark stole", "M5 2l5 5l-5 5Z"),
            "cut" => Markup.Path("mark cut", "M8 1v12"),
            "stalled" => Markup.Path("mark stalled", "M8 2l5 5l-5 5l-5 -5Z"),
            "failed" => Markup.Path("mark failed", "M4 3l8 8m0 -8l-8 8"),
            _ => Markup.Rect(@class, 0, 2, 16, 10),
        };
        return Markup.El("span", "",
            Markup.El("svg", "", Markup.At("viewBox", "0 0 16 14"), Markup.At("aria-hidden", "true"), sample), text);
    }
}
