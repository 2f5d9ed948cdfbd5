namespace Accelerator.Tuning.Reading;

/// <summary>What a driver takes for a keyword.</summary>
/// <param name="Least">The smallest number.</param>
/// <param name="Most">The largest number.</param>
/// <param name="Step">Only every so many, counted from the smallest.</param>
public sealed record DriverLimits(long Least, long Most, long Step)
{
    /// <summary>The only numbers it takes, in their order, where the driver lists them; empty where it takes every step.</summary>
    public IReadOnlyList<long> Listed { get; private init; } = [];

    /// <summary>What a driver takes that lists its numbers; null for an empty list.</summary>
    public static DriverLimits? Of(IEnumerable<long> numbers)
    {
        long[] listed = [.. numbers.Order()];
        return listed.Length == 0 ? null : new DriverLimits(listed[0], listed[^1], 1) { Listed = listed };
    }

    /// <inheritdoc/>
    public override string ToString() => (Least == Most, Step) switch
    {
        _ when Listed.Count > 0 => string.Join(", ", Listed),
        (true, _) => $"{Most}",
        (_, 1) => $"{Least} to {Most}",
        _ => $"{Least} to {Most}, in steps of {Step},",
    };

    /// <summary>The largest number that it takes up to a bound; null where there is none.</summary>
    public long? HighestUpTo(long bound)
    {
        if (bound < Least) return null;
        var most = Math.Min(bound, Most);
        return Listed.Count > 0 ? Listed.Last(number => number <= most) : most - ((most - Least) % Math.Max(1, Step));
    }

    /// <summary>Whether it takes this number.</summary>
    public bool Takes(long value) => value <= Most && HighestUpTo(value) == value;
}
