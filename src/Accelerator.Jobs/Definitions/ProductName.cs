namespace Accelerator.Jobs.Definitions;

/// <summary>What the name of an expected file says.</summary>
/// <param name="Time">The nominal time, UTC.</param>
/// <param name="Channel">The channel; null if the pattern names none.</param>
public sealed record ProductName(DateTimeOffset Time, string? Channel);
