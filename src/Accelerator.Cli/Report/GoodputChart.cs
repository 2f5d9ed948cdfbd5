using System.Globalization;
using System.Xml.Linq;
using Accelerator.Cli.Output;

namespace Accelerator.Cli.Report;

/// <summary>The goodput over time, and below it, on the same axis, the number of streams with the decisions that changed it.</summary>
internal static class GoodputChart
{
    private const double Top = 26;
    private const double Bottom = 230;
    private const double StreamsTop = 276;
    private const double StreamsBottom = 346;
    private const double Height = 384;

    /// <summary>The drawing.</summary>
    public static XElement Draw(RunRecord run, TimeAxis axis, double average)
    {
        var rates = Scale.Round(8 * run.Goodput.Select(bucket => bucket.BytesPerSecond).Append(average).Max(), 4, Bottom, Top);
        var most = run.Goodput.Select(bucket => Math.Max(bucket.Active, bucket.Wanted)).Append(2).Max();
        var streams = new Scale((most + 1) / 2 * 2, StreamsBottom, StreamsTop);
        return TimeAxis.Drawing("Goodput over time, and the number of streams", Height,
        [
            .. axis.Draw(Top, StreamsBottom).Where(element => element.Name.LocalName == "line"),
            .. Rates("goodput", rates),
            .. Verifying(run, axis),
            Markup.Path("area", axis.Steps(run.Goodput, rates, bucket => 8 * bucket.BytesPerSecond)
                + $"V{Markup.Number(Bottom)}H{Markup.Number(TimeAxis.Left)}Z"),
            Markup.Path("curve", axis.Steps(run.Goodput, rates, bucket => 8 * bucket.BytesPerSecond)),
            Markup.Line("average", TimeAxis.Left, rates.At(8 * average), TimeAxis.Right, rates.At(8 * average))
                .WithTip($"average {Both(average)}"),
            .. Streams(streams),
            Markup.Path("wanted", axis.Steps(run.Goodput, streams, bucket => bucket.Wanted)),
            Markup.Path("active", axis.Steps(run.Goodput, streams, bucket => bucket.Active)),
            .. Readings(run, axis),
            .. Decisions(run, axis),
            .. axis.Draw(Top, StreamsBottom).Where(element => element.Name.LocalName != "line"),
        ]);
    }

    /// <summary>Draws the axis of a link rate, in bits per second.</summary>
    public static IEnumerable<XElement> Rates(string name, Scale scale)
    {
        var (unit, prefix) = scale.Most < 1e6 ? (1e3, "k") : scale.Most < 1e10 ? (1e6, "M") : (1e9, "G");
        yield return Markup.Text("unit end", TimeAxis.Left - 8, Top - 12, $"{prefix}bit/s");
        yield return Markup.Text("name", TimeAxis.Left, Top - 12, name);
        foreach (var rate in scale.Ticks(4))
        {
            var y = scale.At(rate);
            yield return Markup.Line("grid", TimeAxis.Left, y, TimeAxis.Right, y);
            yield return Markup.Text("tick end", TimeAxis.Left - 8, y + 4, Tick(rate / unit));
        }
    }

    private static IEnumerable<XElement> Streams(Scale scale)
    {
        yield return Markup.Text("name", TimeAxis.Left, StreamsTop - 26, "streams");
        foreach (var count in (double[])[0, scale.Most / 2, scale.Most])
        {
            var y = scale.At(count);
            yield return Markup.Line("grid", TimeAxis.Left, y, TimeAxis.Right, y);
            yield return Markup.Text("tick end", TimeAxis.Left - 8, y + 4, Tick(count));
        }
    }

    private static IEnumerable<XElement> Verifying(RunRecord run, TimeAxis axis)
    {
        if (run.VerifyingFrom is not { } from || axis.At(run.Elapsed) - axis.At(from) < 2) yield break;
        yield return Markup.Rect("verifying", axis.At(from), Top, axis.At(run.Elapsed) - axis.At(from), StreamsBottom - Top)
            .WithTip($"flushing, hashing and publishing from {Format.Took(from)}");
    }

    // A transparent pane over each bucket, for the pointer.
    private static IEnumerable<XElement> Readings(RunRecord run, TimeAxis axis) => run.Goodput.Select(bucket =>
        Markup.Rect("pane", axis.At(bucket.From), Top, axis.At(bucket.To) - axis.At(bucket.From), StreamsBottom - Top)
            .WithTip($"{Format.Took(bucket.From)} to {Format.Took(bucket.To)}: {Both(bucket.BytesPerSecond)}, "
                + $"{Format.Count(bucket.Active, "stream")} of {bucket.Wanted} wanted"));

    // A number if there is room for it, otherwise a dot.
    private static IEnumerable<XElement> Decisions(RunRecord run, TimeAxis axis)
    {
        var free = double.NegativeInfinity;
        foreach (var (number, decision) in run.Decisions)
        {
            var (x, y) = (axis.At(decision.Elapsed), StreamsTop - 16);
            var tip = $"{Format.Took(decision.Elapsed)}: {DecisionText.Line(decision)}";
            var text = number.ToString(CultureInfo.InvariantCulture);
            var half = Math.Max(8, 3 + (text.Length * 3.5));
            if (number == 0 || x - half < free)
            {
                yield return Markup.Svg("circle", number == 0 ? "kept" : "decision", ("cx", x), ("cy", y), ("r", 2.5)).WithTip(tip);
                continue;
            }
            free = x + half + 3;
            yield return Markup.Line("decided", x, y + 8, x, StreamsBottom);
            yield return Markup.Svg("rect", "decision", ("x", x - half), ("y", y - 8), ("width", 2 * half), ("height", 16), ("rx", 8))
                .WithTip(tip);
            yield return Markup.Text("number mid", x, y + 3.5, text);
        }
    }

    private static string Tick(double value) => value.ToString("#,##0.###", CultureInfo.InvariantCulture);

    private static string Both(double bytesPerSecond) => $"{Format.Rate(bytesPerSecond)} ({Format.Bits(bytesPerSecond)})";
}
