namespace Accelerator.Tuning.Reading;

/// <summary>What a driver takes for a keyword.</summary>
/// <param name="Least">The smallest number.</param>
/// <param name="Most">The largest number.</param>
/// <param name="Step">Only every so many, counted from the smallest.</param>
public sealed record DriverLimits(long Least, long Most, long Step)
{
    /// <summary>The largest number that its steps come to.</summary>
    public long Highest => Most - ((Most - Least) % Math.Max(1, Step));

    /// <inheritdoc/>
    public override string ToString() => (Least == Most, Step) switch
    {
        (true, _) => $"{Most}",
        (_, 1) => $"{Least} to {Most}",
        _ => $"{Least} to {Most}, in steps of {Step},",
    };

    /// <summary>Whether it takes this number.</summary>
    public bool Takes(long value) => value >= Least && value <= Most && (value - Least) % Math.Max(1, Step) == 0;
}
