using System.Globalization;
using System.Xml.Linq;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>A row for each stream: its activity over time, and its events.</summary>
internal static class StreamChart
{
    private const double Top = 24;

    /// <summary>The drawing.</summary>
    public static XElement Draw(RunRecord run, TimeAxis axis)
    {
        // With sixteen streams there is room between the rows; sixty-four must still fit on a page.
        var pitch = run.Timelines.Count switch { <= 16 => 22, <= 32 => 17, _ => 12 };
        var bottom = Top + Math.Max(run.Timelines.Count, 1) * pitch;
        var marks = run.Marks.ToLookup(mark => mark.Slot);
        return TimeAxis.Drawing("Activity of each stream", bottom + 40,
        [
            .. axis.Draw(Top, bottom),
            Markup.Text("unit end", TimeAxis.Left - 8, Top - 10, "stream"),
            Markup.Text("unit", TimeAxis.Right + 8, Top - 10, "received"),
            .. run.Timelines.SelectMany((timeline, row) => Timeline(timeline, axis, Top + (row * pitch), pitch)),
            .. run.Timelines.SelectMany(
                (timeline, row) => marks[timeline.Slot].Select(mark => Mark(mark, axis, Top + ((row + 0.5) * pitch), pitch))),
        ]);
    }

    private static IEnumerable<XElement> Timeline(StreamTimeline timeline, TimeAxis axis, double top, double pitch)
    {
        var (middle, number) = (top + (pitch / 2), (timeline.Slot + 1).ToString(CultureInfo.InvariantCulture));
        yield return Markup.Rect($"f{ByteChart.ColourOf(timeline.Slot)}", TimeAxis.Left - 14, middle - 4, 6, 8);
        yield return Markup.Text("tick end", TimeAxis.Left - 20, middle + 4, number);
        yield return Markup.Text("tick", TimeAxis.Right + 8, middle + 4, Format.Size(timeline.Bytes));
        if (timeline.Spans.Count == 0) yield break;

        yield return Markup.Line("idle", axis.At(timeline.Spans[0].From), middle, axis.At(timeline.Spans[^1].To), middle);
        var height = pitch - (pitch > 16 ? 8 : 4);
        foreach (var span in timeline.Spans)
        {
            var (x, end) = (axis.At(span.From), axis.At(span.To));
            // A thin gap between neighbours if there is room for one, so that each range appears as a bar of its own.
            var width = Math.Max(end - x > 3 ? end - x - 0.8 : end - x, 0.6);
            yield return Markup.Rect(ClassOf(span), x, middle - (height / 2), width, height).WithTip($"stream {number}, {Sentence(span)}");
        }
    }

    /// <summary>Returns the style of a bar.</summary>
    public static string ClassOf(StreamSpan span) => span.State switch
    {
        StreamState.Connecting => "connecting",
        StreamState.Requesting => "requesting",
        StreamState.Receiving => span.IsSilent ? "silent" : "receiving",
        _ => "backing",
    };

    private static string Sentence(StreamSpan span)
    {
        var when = $"{Format.Took(span.From)} to {Format.Took(span.To)}";
        if (span.State != StreamState.Receiving)
            return $"{when}: {(span.State == StreamState.BackingOff ? "backing off" : JsonLines.Name(span.State))}";
        if (span.IsSilent) return $"{when}: no data, at offset {Format.Size(span.Position)} of {span.FileName}";
        if (span.Ranges > 1) return $"{when}: receiving, {span.Ranges} ranges drawn as one";
        var rate = (span.Position - span.Start) / Math.Max(span.Length.TotalSeconds, 0.001);
        return $"{when}: {Format.Size(span.Position - span.Start)} of {span.FileName} from offset "
            + $"{Format.Size(span.Start)}, {Format.Bits(rate)}";
    }

    private static XElement Mark(StreamEvent mark, TimeAxis axis, double middle, double pitch)
    {
        var (x, half) = (axis.At(mark.Elapsed), Math.Min(pitch / 2 - 1, 7));
        string N(double value) => Markup.Number(value);
        var path = mark.Kind switch
        {
            StreamEventKind.Stole => Markup.Path("mark stole", $"M{N(x)} {N(middle - 5)}l5 5l-5 5Z"),
            StreamEventKind.CutShort => Markup.Path("mark cut", $"M{N(x)} {N(middle - half)}v{N(2 * half)}"),
            StreamEventKind.Stalled => Markup.Path("mark stalled", $"M{N(x)} {N(middle - 5)}l5 5l-5 5l-5 -5Z"),
            _ => Markup.Path("mark failed", $"M{N(x - 4)} {N(middle - 4)}l8 8m0 -8l-8 8"),
        };
        return path.WithTip($"stream {mark.Slot + 1}, {Format.Took(mark.Elapsed)}: {What(mark)}");
    }

    private static string What(StreamEvent mark)
    {
        var end = mark.End == long.MaxValue ? "the end" : Format.Size(mark.End);
        var range = (mark.End > mark.Start ? $"{Format.Size(mark.Start)} to {end} of " : "") + mark.FileName;
        var text = mark.Text.Length > 0 ? $": {mark.Text}" : "";
        return mark.Kind switch
        {
            StreamEventKind.Stole => $"took over {range}{text}",
            StreamEventKind.CutShort => $"cut short, another stream takes the rest; {range}{text}",
            StreamEventKind.Stalled => $"silent or slow, its range went to another stream; {range}{text}",
            _ => $"failed{(range.Length > 0 ? " in " : "")}{range}{text}",
        };
    }
}
