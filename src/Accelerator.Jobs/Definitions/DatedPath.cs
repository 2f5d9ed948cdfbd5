namespace Accelerator.Jobs.Definitions;

/// <summary>A path, and the date it was made of.</summary>
/// <param name="Path">The path.</param>
/// <param name="Date">The beginning of its day, or of its hour; now for a template without a date.</param>
/// <param name="End">When the day or hour of the path, or the longer span that shares it, was over; null while it is not, and for a
/// template without a date.</param>
public sealed record DatedPath(string Path, DateTimeOffset Date, DateTimeOffset? End = null);
