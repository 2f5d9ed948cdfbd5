using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Values;

/// <summary>The value of <c>--limit-rate</c>: a rate or a timetable, or a file that has one and may change during the run.</summary>
/// <param name="Timetable">The timetable; null if a file was named.</param>
/// <param name="File">The file as typed; null if there is none.</param>
internal sealed record RateLimit(RateTimetable? Timetable, string? File)
{
    /// <summary>Parses <c>50M</c>, <c>08:00-18:00=50M,else=unlimited</c> or <c>@FILE</c>.</summary>
    /// <exception cref="UsageException">The value is invalid.</exception>
    public static RateLimit Parse(string text)
    {
        if (!text.StartsWith('@')) return new RateLimit(RateTimetable.Parse(text), null);
        return text.Length > 1 ? new RateLimit(null, text[1..]) : throw new UsageException("\"@\" names no file: write @FILE.");
    }

    /// <summary>Parses the value of a setting, which applies to runs in any folder and so names no file.</summary>
    /// <exception cref="UsageException">The value is invalid.</exception>
    public static RateLimit ParseSetting(string text) => Parse(text) is { File: null } limit
        ? limit : throw new UsageException("A setting cannot name a file of limits: write the limit here, or use --limit-rate @FILE.");
}
