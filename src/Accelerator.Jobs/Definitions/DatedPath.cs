namespace Accelerator.Jobs.Definitions;

/// <summary>A path and the date it was built from.</summary>
/// <param name="Path">The path.</param>
/// <param name="Date">The beginning of its day or hour; the current time for a template without a date.</param>
/// <param name="End">When the path's day or hour, or a longer span that shares the path, ended; null while it has not ended, and for a
/// template without a date.</param>
public sealed record DatedPath(string Path, DateTimeOffset Date, DateTimeOffset? End = null);
