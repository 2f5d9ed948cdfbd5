namespace Accelerator.Cli.Report;

/// <summary>Maps a value to a position in a drawing, and provides round values for ticks.</summary>
/// <param name="Most">The value at <paramref name="To"/>; the value at <paramref name="From"/> is 0.</param>
/// <param name="From">The position of 0.</param>
/// <param name="To">The position of <paramref name="Most"/>.</param>
internal readonly record struct Scale(double Most, double From, double To)
{
    private static readonly double[] Decimal = [1, 2, 5, 10];
    private static readonly double[] Clock = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

    /// <summary>Returns the position of a value, limited to the drawing.</summary>
    public double At(double value) => From + (To - From) * Math.Clamp(value / Math.Max(Most, 1e-9), 0, 1);

    /// <summary>Returns a scale that ends on a round value.</summary>
    public static Scale Round(double most, int ticks, double from, double to)
    {
        var step = DecimalStep(Math.Max(most, 1e-9), ticks);
        return new Scale(Math.Ceiling(Math.Max(most, 1e-9) / step - 1e-9) * step, from, to);
    }

    /// <summary>Returns about this many round values from 0.</summary>
    public IEnumerable<double> Ticks(int count) => Every(DecimalStep(Most, count));

    /// <summary>Returns about this many round times from 0 in seconds: a minute has 60 seconds.</summary>
    public IEnumerable<double> TimeTicks(int count)
    {
        var least = Most / count;
        if (least < 1) return Ticks(count);
        var step = Clock.FirstOrDefault(step => step >= least);
        return Every(step > 0 ? step : Math.Ceiling(least / 86400) * 86400);
    }

    private IEnumerable<double> Every(double step)
    {
        var last = Most / step + 1e-6;
        for (var i = 0; i <= last; i++) yield return i * step;
    }

    private static double DecimalStep(double most, int count)
    {
        var least = Math.Max(most, 1e-9) / count;
        var power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        return power * Decimal.First(step => step * power >= least * 0.999);
    }
}
