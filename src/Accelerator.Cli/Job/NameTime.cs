using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Cli.Job;

/// <summary>The time in the name of a file. Pure.</summary>
/// <param name="Index">The place of the time in the name.</param>
/// <param name="Length">Its length.</param>
/// <param name="Template">Its tokens and the marks between them, as in <c>{yyyy}{MM}{dd}T{HH}{mm}</c>.</param>
/// <param name="At">The time, to the minute.</param>
internal sealed partial record NameTime(int Index, int Length, string Template, DateTime At)
{
    // ProductPattern reads two-digit years as those of this century.
    private const int Century = 2000;

    private static readonly Regex[] Forms = [LongDate(), LongDay(), ShortDate(), ShortDay()];

    /// <summary>
    /// Returns the times of some names in each form that all of the names have. The same digits may be a month with a day, or a day of the
    /// year: <c>s20261121210203</c>.
    /// </summary>
    public static IEnumerable<IReadOnlyList<NameTime>> AllOf(IReadOnlyList<string> names)
    {
        foreach (var form in Forms)
        {
            var times = names.Select(name => Read(form.Match(name))).OfType<NameTime>().ToList();
            if (times.Count == names.Count && times.TrueForAll(time => time.Template == times[0].Template)) yield return times;
        }
    }

    private static NameTime? Read(Match match)
    {
        if (!match.Success) return null;
        var (year, clock) = (Number("year"), new TimeOnly(Number("hour"), Number("minute")));
        var isLong = match.Groups["year"].Length == 4;
        if (DayOf(isLong ? year : year + Century, match) is not { } day) return null;
        var mark = match.Groups["in"].Value;
        var date = match.Groups["month"].Success ? $"{{MM}}{mark}{{dd}}" : "{DDD}";
        var template = $"{(isLong ? "{yyyy}" : "{yy}")}{mark}{date}{match.Groups["mark"].Value}{{HH}}{match.Groups["between"].Value}{{mm}}";
        return new NameTime(match.Index, match.Length, template, day.ToDateTime(clock));

        int Number(string group) => int.Parse(match.Groups[group].ValueSpan, CultureInfo.InvariantCulture);
    }

    private static DateOnly? DayOf(int year, Match match)
    {
        var digits = match.Groups["month"].Value + match.Groups["day"].Value;
        if (match.Groups["month"].Success)
        {
            var text = $"{year:0000}{digits}";
            return DateOnly.TryParseExact(text, "yyyyMMdd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date) ? date : null;
        }
        var number = int.Parse(digits, CultureInfo.InvariantCulture);
        return number >= 1 && number <= (DateTime.IsLeapYear(year) ? 366 : 365) ? new DateOnly(year, 1, 1).AddDays(number - 1) : null;
    }

    [GeneratedRegex(
        "(?<![0-9])(?<year>(?:19|20)[0-9]{2})(?<in>[-_.]?)(?<month>0[1-9]|1[0-2])\\k<in>(?<day>0[1-9]|[12][0-9]|3[01])"
            + "(?<mark>[-_.]?[TtSs]?)(?<hour>[01][0-9]|2[0-3])(?<between>[-_.]?)(?<minute>[0-5][0-9])",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex LongDate();

    [GeneratedRegex(
        "(?<![0-9])(?<year>(?:19|20)[0-9]{2})(?<in>[-_.]?)(?<day>[0-3][0-9]{2})"
            + "(?<mark>[-_.]?[TtSs]?)(?<hour>[01][0-9]|2[0-3])(?<between>[-_.]?)(?<minute>[0-5][0-9])",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex LongDay();

    // Two digits are a year only if the digits around them are a complete time: orbits and versions are numbers, too.
    [GeneratedRegex(
        "(?<![0-9])(?<year>[0-9]{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12][0-9]|3[01])"
            + "(?<mark>[-_.]?[TtSs]?)(?<hour>[01][0-9]|2[0-3])(?<minute>[0-5][0-9])(?=(?:[0-5][0-9])?(?:[^0-9]|$))",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ShortDate();

    [GeneratedRegex(
        "(?<![0-9])(?<year>[0-9]{2})(?<day>[0-3][0-9]{2})"
            + "(?<mark>[-_.]?[TtSs]?)(?<hour>[01][0-9]|2[0-3])(?<minute>[0-5][0-9])(?=(?:[0-5][0-9])?(?:[^0-9]|$))",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ShortDay();
}
