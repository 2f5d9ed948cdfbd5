using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>Says what is wrong with a cron expression, and how to correct the usual mistakes.</summary>
internal static class CronText
{
    // February has 29 days in leap years.
    private static readonly int[] Days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

    private static readonly string[] Months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

    /// <summary>Returns what is wrong with an expression, as a sentence; null if nothing is.</summary>
    /// <param name="cron">The expression.</param>
    /// <param name="check">Throws a <see cref="FormatException"/> that says what is wrong with it.</param>
    public static string? Problem(string cron, Action<string> check)
    {
        var fields = cron.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
        try
        {
            check(cron);
        }
        catch (FormatException e)
        {
            return $"\"{cron}\" is not a cron expression of seconds, minutes, hours, day, month and weekday: "
                + $"{Remedy(fields) ?? e.Message.TrimEnd('.')}.";
        }
        return fields.Length > 4 && IsNever(fields[3], fields[4])
            ? $"\"{cron}\" never fires: none of its months has that day; correct the day or the month." : null;
    }

    // Quartz reports only that a field is missing, or that it does not support two fields together.
    private static string? Remedy(string[] fields) => fields switch
    {
        { Length: 5 } => "it has 5 fields; ftpxd needs the seconds in front, as in \"0 0 1 * * ?\"",
        [_, _, _, not "?", _, not "?", ..] => "write ? for the day of the month or for the weekday, as in \"0 0 1 * * ?\"",
        _ => null,
    };

    private static bool IsNever(string day, string month) =>
        Values(day, 31) is { } days && Values(month, Months.Length) is { } months
            && months.All(one => days.Min() > Days[one - 1]);

    // The values of a field; null if it is not a list of numbers, names and ranges, as with *, ? and L, which match in every month.
    private static HashSet<int>? Values(string field, int most)
    {
        var values = new HashSet<int>();
        foreach (var part in field.Split(','))
        {
            var (range, step) = part.Split('/') is [var before, var after] ? (before, Number(after)) : (part, 0);
            var ends = range.Split('-');
            var from = Number(ends[0]);
            // A step without an end runs to the last value.
            var to = ends.Length > 1 ? Number(ends[1]) : step > 0 ? most : from;
            if (from < 1 || to < from || to > most || ends.Length > 2) return null;
            for (var value = from; value <= to; value += Math.Clamp(step, 1, most)) values.Add(value);
        }
        return values;
    }

    // Returns 0 for anything but a number or the name of a month.
    private static int Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number : Array.FindIndex(Months, month => month.Equals(text, StringComparison.OrdinalIgnoreCase)) + 1;
}
