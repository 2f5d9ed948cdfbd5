using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Cli.Job;

/// <summary>Recognises dates in the names of folders. Pure.</summary>
internal static partial class DatedNames
{
    // Dates before and after these are numbers of another kind.
    private const int FirstYear = 1970, LastYear = 2100;

    private static readonly string[] Whole = ["yyyyMMdd", "yyyy-MM-dd", "yyyy_MM_dd", "yyyy.MM.dd", "yyyyMM", "yyyy-MM", "yyyy_MM"];

    /// <summary>Returns the template of a folder's name, <c>{yyyy}{MM}</c> for <c>202611</c>; null if the name is no date.</summary>
    /// <param name="name">The name.</param>
    /// <param name="above">The templates of the folders above: a month needs a year.</param>
    public static string? TemplateOf(string name, IReadOnlyList<string> above)
    {
        var last = above.Count == 0 ? "" : above[^1];
        if (Year().IsMatch(name) && IsYear(name)) return "{yyyy}";
        foreach (var form in Whole)
        {
            if (DateTime.TryParseExact(name, form, CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
                && date.Year is >= FirstYear and <= LastYear)
                return form.Replace("yyyy", "{yyyy}", StringComparison.Ordinal).Replace("MM", "{MM}", StringComparison.Ordinal)
                    .Replace("dd", "{dd}", StringComparison.Ordinal);
        }
        if (YearAndDay().Match(name) is { Success: true } both && IsYear(both.Groups["year"].Value) && IsDay(both.Groups["day"].Value))
            return $"{{yyyy}}{both.Groups["mark"].Value}{{DDD}}";
        return Number(name) switch
        {
            (3, _) when last.EndsWith("{yyyy}", StringComparison.Ordinal) && IsDay(name) => "{DDD}",
            (2, >= 1 and <= 12) when last.EndsWith("{yyyy}", StringComparison.Ordinal) => "{MM}",
            (2, >= 1 and <= 31) when last.EndsWith("{MM}", StringComparison.Ordinal) => "{dd}",
            (2, <= 23) when last.EndsWith("{dd}", StringComparison.Ordinal) || last.EndsWith("{DDD}", StringComparison.Ordinal) => "{HH}",
            _ => null,
        };
    }

    /// <summary>Writes a name that is no date for a template.</summary>
    public static string Escape(string name) =>
        name.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);

    private static bool IsYear(string text) => Number(text) is (4, >= FirstYear and <= LastYear);

    private static bool IsDay(string text) => Number(text) is (3, >= 1 and <= 366);

    private static (int Digits, int Value) Number(string text) =>
        text.Length is > 0 and <= 4 && text.All(char.IsAsciiDigit) ? (text.Length, int.Parse(text, CultureInfo.InvariantCulture)) : (0, -1);

    [GeneratedRegex("^[0-9]{4}$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Year();

    [GeneratedRegex("^(?<year>[0-9]{4})(?<mark>[-_.]?)(?<day>[0-9]{3})$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex YearAndDay();
}
