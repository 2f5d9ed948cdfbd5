namespace Accelerator.Jobs.Definitions;

/// <summary>The time and the channel in the name of an expected file.</summary>
/// <param name="Time">The nominal time, UTC.</param>
/// <param name="Channel">The channel; null if the pattern names none.</param>
public sealed record ProductName(DateTimeOffset Time, string? Channel);
