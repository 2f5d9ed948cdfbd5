using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads hours of days, and time zones.</summary>
internal static class ClockWindowReader
{
    private static readonly string[] DayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

    /// <summary>Reads <c>days</c> (all), <c>from</c> and <c>to</c> (all day) and <c>timezone</c> (UTC), but no other keys.</summary>
    public static ClockWindow Read(KeyReader keys)
    {
        var days = keys.TakeOrNone<Days>("days", text => Days.Parse(text), "days, as in mon-fri or sat,sun");
        var from = keys.Take("from", TimeOnly.MinValue, Clock, "a time of the day, as in 08:00");
        var to = keys.Take("to", TimeOnly.MinValue, Clock, "a time of the day, as in 18:00");
        return new ClockWindow(days?.Set ?? Days.All, from, to, ReadZone(keys));
    }

    /// <summary>Reads a time zone by its IANA or Windows name; UTC if none is named.</summary>
    public static TimeZoneInfo ReadZone(KeyReader keys)
    {
        if (keys.Text("timezone") is not { } name) return TimeZoneInfo.Utc;
        if (TimeZoneInfo.TryFindSystemTimeZoneById(name, out var zone)) return zone;
        keys.Note("timezone", $"\"{name}\" is not a time zone of this computer; write for example \"Europe/Oslo\".");
        return TimeZoneInfo.Utc;
    }

    private static TimeOnly? Clock(string text) =>
        TimeOnly.TryParseExact(text, "HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out var time) ? time : null;

    private readonly record struct Days(IReadOnlySet<DayOfWeek> Set)
    {
        public static IReadOnlySet<DayOfWeek> All { get; } = Enum.GetValues<DayOfWeek>().ToHashSet();

        public static Days? Parse(string text)
        {
            var set = new HashSet<DayOfWeek>();
            foreach (var part in text.ToLowerInvariant().Split(',', StringSplitOptions.TrimEntries))
            {
                var ends = part.Split('-', StringSplitOptions.TrimEntries);
                var (first, last) = (Array.IndexOf(DayNames, ends[0]), Array.IndexOf(DayNames, ends[^1]));
                if (ends.Length > 2 || first < 0 || last < 0) return null;
                for (var day = first; ; day = (day + 1) % DayNames.Length)
                {
                    set.Add((DayOfWeek)day);
                    if (day == last) break;
                }
            }
            return new Days(set);
        }
    }
}
