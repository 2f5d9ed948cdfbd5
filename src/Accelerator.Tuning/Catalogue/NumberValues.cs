using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>Whole numbers in a range, both ends included.</summary>
/// <param name="Least">The smallest.</param>
/// <param name="Most">The largest.</param>
/// <param name="Step">The increment, counted from the smallest.</param>
/// <param name="Unit">The unit, in the plural: "ms", "segments", "bytes".</param>
public sealed record NumberValues(long Least, long Most, long Step, string Unit) : AllowedValues
{
    /// <inheritdoc/>
    public override string? Problem(string value)
    {
        if (!long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return $"\"{value}\" is no whole number of {Unit}";
        if (number < Least || number > Most) return $"{value} is not between {Least} and {Most} {Unit}";
        return (number - Least) % Step == 0 ? null : $"{value} is not {Least} {Unit} plus a multiple of {Step}";
    }

    /// <inheritdoc/>
    public override string ToString() => Step == 1 ? $"{Least} to {Most} {Unit}" : $"{Least} to {Most} {Unit} in steps of {Step}";
}
