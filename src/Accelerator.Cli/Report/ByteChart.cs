using System.Globalization;
using System.Text;
using System.Xml.Linq;
using Accelerator.Cli.Output;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// The classic chart of a segmented download: time to the right, the offset in the file upwards, and a line for each range in its stream's
/// colour.
/// </summary>
internal static class ByteChart
{
    private const int Colours = 8;
    private const double Top = 26;

    /// <summary>The colour of a stream, 0 to 7: class <c>sN</c> of a line, <c>fN</c> of an area.</summary>
    public static int ColourOf(int slot) => slot % Colours;

    /// <summary>Returns the drawing, or null if nothing of the file was fetched.</summary>
    public static XElement? Draw(FileHistory file, TimeAxis axis, double height)
    {
        if (file.Histories.Count == 0) return null;
        var reached = file.Histories.Max(history => history.End);
        var size = Math.Max(file.Plan.Identity.Size ?? 0, reached);
        var scale = new Scale(Math.Max(size, 1), Top + height, Top);
        return TimeAxis.Drawing("Bytes received over time, by stream", Top + height + 40,
        [
            .. axis.Draw(Top, Top + height),
            .. Offsets(scale, size),
            .. Kept(file.Plan, scale),
            .. file.Histories.Select(history => InPlace(history, axis, scale)),
            .. file.Histories.Select(history => History(history, axis, scale)),
        ]);
    }

    private static IEnumerable<XElement> Offsets(Scale scale, long size)
    {
        var (unit, name) = size switch
        {
            >= 2L << 40 => (1L << 40, "TiB"),
            >= 2L << 30 => (1L << 30, "GiB"),
            >= 2L << 20 => (1L << 20, "MiB"),
            >= 2L << 10 => (1L << 10, "KiB"),
            _ => (1L, "B"),
        };
        yield return Markup.Text("unit end", TimeAxis.Left - 8, Top - 12, name);
        yield return Markup.Text("name", TimeAxis.Left, Top - 12, "file offset");
        foreach (var offset in (scale with { Most = scale.Most / unit }).Ticks(6))
        {
            var y = scale.At(offset * unit);
            yield return Markup.Line("grid", TimeAxis.Left, y, TimeAxis.Right, y);
            yield return Markup.Text("tick end", TimeAxis.Left - 8, y + 4, offset.ToString("#,##0.###", CultureInfo.InvariantCulture));
        }
        yield return Markup.Line("whole", TimeAxis.Left, Top, TimeAxis.Right, Top);
        yield return Markup.Text("tick", TimeAxis.Right + 8, Top + 4, Format.Size(size));
    }

    // The bytes left by an earlier attempt are those that the plan does not fetch.
    private static IEnumerable<XElement> Kept(TransferPlan plan, Scale scale)
    {
        if (plan.BytesReused == 0 || plan.Identity.Size is not { } size) yield break;
        var from = 0L;
        foreach (var range in plan.Ranges.OrderBy(range => range.Start).Append(new ByteRange(size, size)))
        {
            if (range.Start > from)
            {
                yield return Markup.Rect(
                    "reused", TimeAxis.Left, scale.At(range.Start), TimeAxis.Right - TimeAxis.Left, scale.At(from) - scale.At(range.Start))
                    .WithTip($"{Format.Size(range.Start - from)} reused from an earlier attempt");
            }
            from = Math.Max(from, range.End);
        }
    }

    // Received bytes stay: to the right of a line its bytes are present, and missing bytes are blank.
    private static XElement InPlace(ByteHistory history, TimeAxis axis, Scale scale) =>
        Markup.Path($"had f{ColourOf(history.Slot)}",
            $"{Outline(history, axis, scale)}H{Markup.Number(TimeAxis.Right)}V{Markup.Number(scale.At(history.Start))}Z");

    private static XElement History(ByteHistory history, TimeAxis axis, Scale scale)
    {
        var took = history.Knots[^1].At - history.Knots[0].At;
        // A line of a single knot is drawn to itself, as a dot.
        var name = history.Ranges > 1 ? $"{history.Ranges} ranges drawn as one" : $"stream {history.Slot + 1}";
        return Markup.Path($"trail s{ColourOf(history.Slot)}", Outline(history, axis, scale) + (history.Knots.Count == 1 ? "h0" : ""))
            .WithTip(
                $"{name}: {Format.Size(history.Start)} to {Format.Size(history.End)} from "
                    + $"{Format.Took(history.Knots[0].At)} on, {Format.Bits(history.Bytes / Math.Max(took.TotalSeconds, 0.001))}");
    }

    private static string Outline(ByteHistory history, TimeAxis axis, Scale scale)
    {
        var path = new StringBuilder();
        foreach (var (at, position) in history.Knots)
            path.Append(path.Length == 0 ? 'M' : 'L').Append(Markup.Number(axis.At(at))).Append(' ')
                .Append(Markup.Number(scale.At(position)));
        return path.ToString();
    }
}
