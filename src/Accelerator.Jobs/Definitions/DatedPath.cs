namespace Accelerator.Jobs.Definitions;

/// <summary>A path, and the date it was made of.</summary>
/// <param name="Path">The path.</param>
/// <param name="Date">The beginning of its day, or of its hour; now for a template without a date.</param>
public sealed record DatedPath(string Path, DateTimeOffset Date);
