using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Values;

/// <summary>Times of the day as typed: <c>06:30</c>.</summary>
internal static class DayTime
{
    private static readonly string[] Forms = ["HH:mm", "H:mm"];

    /// <summary>Parses a time of the day.</summary>
    public static bool TryParse(string text, out TimeOnly time) =>
        TimeOnly.TryParseExact(text, Forms, CultureInfo.InvariantCulture, DateTimeStyles.None, out time);

    /// <inheritdoc cref="TryParse"/>
    /// <exception cref="UsageException">The text is not a time of the day.</exception>
    public static TimeOnly Parse(string text) => TryParse(text, out var time)
        ? time
        : throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a time of the day: write hours and minutes, for example 06:30.");

    /// <summary>Returns the next time at which the clocks of a zone show a time of the day, later than now.</summary>
    public static DateTimeOffset Next(TimeOnly time, DateTimeOffset now, TimeZoneInfo zone)
    {
        var today = TimeZoneInfo.ConvertTime(now, zone).Date;
        // The day after tomorrow is reached if the clocks skip the time tomorrow.
        return Enumerable.Range(0, 3).Select(days => today.AddDays(days) + time.ToTimeSpan())
            .Where(local => !zone.IsInvalidTime(local))
            .Select(local => new DateTimeOffset(local, zone.GetUtcOffset(local)))
            .First(next => next > now);
    }
}
