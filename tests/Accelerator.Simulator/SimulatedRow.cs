namespace Accelerator.Simulator;

/// <summary>One path with each client.</summary>
/// <param name="Path">The path.</param>
/// <param name="Cold">ftpx at an unknown site.</param>
/// <param name="Known">ftpx with what the cold run has left.</param>
/// <param name="Static">The static splits, in the order of <see cref="SimulationTables.Splits"/>.</param>
/// <param name="Given">ftpx at a known site with as many streams as the user gave, in the same order.</param>
internal sealed record SimulatedRow(
    SimulatedPath Path, SimulatedResult Cold, SimulatedResult Known, IReadOnlyList<SimulatedResult> Static, IReadOnlyList<SimulatedResult> Given)
{
    /// <summary>The time of the best split, seconds.</summary>
    public double BestSplit => Static.Min(result => result.Seconds);

    /// <summary>The time of the best number that the user can give, seconds.</summary>
    public double BestGiven => Given.Min(result => result.Seconds);

    /// <summary>That number: the fewest within a hundredth of the best.</summary>
    public int BestCount => SimulationTables.Splits[Given.ToList().FindIndex(result => result.Seconds <= 1.01 * BestGiven)];
}
