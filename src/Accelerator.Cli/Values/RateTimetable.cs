using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Values;

/// <summary>A rate limit that may depend on the time of day: <c>50M</c>, <c>08:00-18:00=50M,else=unlimited</c>.</summary>
/// <param name="Windows">The limits at certain hours, in local time. Where several apply, the lowest one counts, as in a job file.</param>
/// <param name="Otherwise">The limit at all other times, in bytes per second; null for none.</param>
internal sealed record RateTimetable(IReadOnlyList<BandwidthWindow> Windows, long? Otherwise)
{
    private const string Else = "else";
    private const string Unlimited = "unlimited";

    // Above every rate, so that a limit that applies at the same time counts.
    private const long None = long.MaxValue;

    private static readonly IReadOnlySet<DayOfWeek> EveryDay = Enum.GetValues<DayOfWeek>().ToHashSet();

    /// <summary>Parses a rate, <c>unlimited</c>, or a timetable: rows <c>HH:MM-HH:MM=RATE</c> and <c>else=RATE</c> with commas or line
    /// ends between them. Text after a <c>#</c> is a comment.</summary>
    /// <param name="text">The text.</param>
    /// <param name="zone">The time zone of the hours; null for the zone of this computer.</param>
    /// <exception cref="UsageException">The text is neither, or a rate is invalid.</exception>
    public static RateTimetable Parse(string text, TimeZoneInfo? zone = null)
    {
        var rows = text.Split('\n').SelectMany(line => line.Split('#')[0].Split(',')).Select(row => row.Trim())
            .Where(row => row.Length > 0).ToList();
        if (rows.Count == 0) throw NoTimetable(text);
        if (rows is [var only] && !only.Contains('=') && !only.Contains(':')) return new RateTimetable([], Rate(only));
        var windows = new List<BandwidthWindow>();
        string? otherwise = null;
        foreach (var row in rows)
        {
            if (row.Split('=') is not [var when, var rate]) throw NoTimetable(row);
            if (when.Trim() != Else)
            {
                windows.Add(Window(when, row, Rate(rate.Trim()) ?? None, zone ?? TimeZoneInfo.Local));
                continue;
            }
            if (otherwise is not null) throw new UsageException("The timetable has two rows for else; omit one of them.");
            otherwise = rate.Trim();
        }
        return new RateTimetable(windows, otherwise is null ? null : Rate(otherwise));
    }

    /// <summary>Returns the limit at a time in bytes per second; null for none.</summary>
    public long? At(DateTimeOffset time) => BandwidthWindow.LimitAt(Windows, time) is { } limit ? limit == None ? null : limit : Otherwise;

    private static BandwidthWindow Window(string when, string row, long rate, TimeZoneInfo zone)
    {
        if (when.Split('-') is not [var from, var to]) throw NoTimetable(row);
        // The end of the day is the beginning of the next one.
        var end = to.Trim() == "24:00" ? TimeOnly.MinValue : Clock(to);
        return Clock(from) is { } begin && end is { } last
            ? new BandwidthWindow(EveryDay, begin, last, zone, rate) : throw NoTimetable(row);
    }

    private static TimeOnly? Clock(string text) => DayTime.TryParse(text.Trim(), out var time) ? time : null;

    private static long? Rate(string text) => text == Unlimited ? null : ByteQuantity.ParseRate(text);

    private static UsageException NoTimetable(string text) => new(
        $"\"{SafeText.Escape(text.Trim())}\" is neither a rate nor a row of a timetable: write 50M, or rows with commas between them, "
            + "for example 08:00-18:00=50M,else=unlimited.");
}
