using System.Globalization;
using System.Text;
using System.Xml.Linq;
using Accelerator.Cli.Output;

namespace Accelerator.Cli.Report;

/// <summary>The time axis that all drawings share: the same position is the same time in each.</summary>
internal sealed class TimeAxis
{
    /// <summary>The width of every drawing.</summary>
    public const double Width = 1080;

    /// <summary>The position of the start time.</summary>
    public const double Left = 62;

    /// <summary>The position of the end time.</summary>
    public const double Right = Width - 70;

    private readonly Scale _scale;

    /// <summary>Returns an axis for a run of this length.</summary>
    public TimeAxis(TimeSpan elapsed) => _scale = new Scale(Math.Max(elapsed.TotalSeconds, 0.1), Left, Right);

    /// <summary>Returns the position of a time.</summary>
    public double At(TimeSpan time) => _scale.At(time.TotalSeconds);

    /// <summary>Draws the grid lines from top to bottom, with the times below.</summary>
    public IEnumerable<XElement> Draw(double top, double bottom)
    {
        foreach (var seconds in _scale.TimeTicks(10))
        {
            var x = _scale.At(seconds);
            yield return Markup.Line("grid", x, top, x, bottom);
            yield return Markup.Text("tick mid", x, bottom + 16, Tick(seconds));
        }
        // In a row of its own: at the end of the axis it would overlap the last number.
        yield return Markup.Text("unit mid", (Left + Right) / 2, bottom + 33, $"time since the start, {Unit}");
    }

    /// <summary>
    /// Returns the path of a value over time. Steps, not slopes: a bucket is a mean over a period, and a number of streams has no halves.
    /// </summary>
    public string Steps(IEnumerable<GoodputBucket> buckets, Scale scale, Func<GoodputBucket, double> value)
    {
        var path = new StringBuilder(FormattableString.Invariant($"M{Left} {Markup.Number(scale.At(0))}"));
        foreach (var bucket in buckets)
            path.Append('V').Append(Markup.Number(scale.At(value(bucket)))).Append('H').Append(Markup.Number(At(bucket.To)));
        return path.ToString();
    }

    /// <summary>Creates a drawing on this axis. The script links drawings by the position of the pointer.</summary>
    public static XElement Drawing(string label, double height, IEnumerable<XElement> content) =>
        Markup.El(
            "svg", "timed", Markup.At("viewBox", $"0 0 {Markup.Number(Width)} {Markup.Number(height)}"), Markup.At("role", "img"),
            Markup.At("aria-label", label),
            Markup.At("data-left", Markup.Number(Left)), Markup.At("data-right", Markup.Number(Right)),
            content, Markup.Line("cross", -9, 0, -9, height - 40));

    private string Unit => _scale.Most < 120
        ? "seconds" : _scale.Most < 7200 ? "minutes:seconds" : _scale.Most < 172800 ? "hours:minutes" : "days";

    private string Tick(double seconds)
    {
        if (_scale.Most < 120) return Math.Round(seconds, 3).ToString(CultureInfo.InvariantCulture);
        if (_scale.Most < 7200) return Format.Clock(TimeSpan.FromSeconds(seconds));
        var (hours, minutes) = (checked((int)(seconds / 3600)), checked((int)(seconds / 60 % 60)));
        return _scale.Most < 172800 ? $"{hours}:{minutes:00}" : (seconds / 86400).ToString("0.##", CultureInfo.InvariantCulture);
    }
}
