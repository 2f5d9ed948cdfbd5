namespace Accelerator.Tuning.Reading;

/// <summary>The values that a driver accepts for a keyword.</summary>
/// <param name="Least">The smallest number.</param>
/// <param name="Most">The largest number.</param>
/// <param name="Step">The increment, counted from the smallest.</param>
public sealed record DriverLimits(long Least, long Most, long Step)
{
    /// <summary>The only accepted numbers, in ascending order, if the driver lists them; empty if it accepts every step.</summary>
    public IReadOnlyList<long> Listed { get; private init; } = [];

    /// <summary>Returns the limits of a driver that lists its numbers; null for an empty list.</summary>
    public static DriverLimits? Of(IEnumerable<long> numbers)
    {
        long[] listed = [.. numbers.Order()];
        return listed.Length == 0 ? null : new DriverLimits(listed[0], listed[^1], 1) { Listed = listed };
    }

    public override string ToString() => (Least == Most, Step) switch
    {
        _ when Listed.Count > 0 => string.Join(", ", Listed),
        (true, _) => $"{Most}",
        (_, 1) => $"{Least} to {Most}",
        _ => $"{Least} to {Most}, in steps of {Step},",
    };

    /// <summary>Returns the largest accepted number up to a bound; null if there is none.</summary>
    public long? HighestUpTo(long bound)
    {
        if (bound < Least) return null;
        var most = Math.Min(bound, Most);
        return Listed.Count > 0 ? Listed.Last(number => number <= most) : most - ((most - Least) % Math.Max(1, Step));
    }

    /// <summary>Returns whether the driver accepts a number.</summary>
    public bool Takes(long value) => value <= Most && HighestUpTo(value) == value;
}
