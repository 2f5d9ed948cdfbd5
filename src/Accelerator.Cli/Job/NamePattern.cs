using System.Text.RegularExpressions;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>The common form of the names of the files in one folder.</summary>
/// <param name="Include">A pattern for <c>include</c>; null if they have nothing in common.</param>
/// <param name="Expect">What the folder seems to get at regular times; null if there is no rule in the names.</param>
internal sealed partial record NamePattern(string? Include, ExpectedNames? Expect)
{
    // With fewer names a rule is a coincidence.
    private const int Least = 4;
    private const int LongestChannel = 16;

    private static readonly char[] Separators = ['_', '-', '.'];

    /// <summary>Finds the pattern of some names. Pure.</summary>
    public static NamePattern Of(IReadOnlyList<string> names)
    {
        // The names with the most frequent ending: companions such as .md5 and notes are not the product.
        var main = names.GroupBy(Path.GetExtension, StringComparer.Ordinal).OrderByDescending(static same => same.Count())
            .ThenBy(static same => same.Key, StringComparer.Ordinal).FirstOrDefault()?.ToList() ?? [];
        if (main.Count < 2) return new NamePattern(null, null);
        var (start, end) = (CommonStart(main), Path.GetExtension(main[0]));
        // A date that happens to be the same today is not part of the name.
        start = Letters().Match(start).Value;
        var include = start.Length + end.Length == 0 || (start + end).AsSpan().IndexOfAny("*?[]") >= 0 ? null : $"{start}*{end}";
        return new NamePattern(include, Expected(main, end));
    }

    // If the time may have several forms, the one with the most regular slots.
    private static ExpectedNames? Expected(List<string> names, string end) => names.Count < Least ? null
        : NameTime.AllOf(names).Select(times => Expected(names, times, end)).Where(static one => one.Expect is not null)
            .DefaultIfEmpty().MaxBy(static one => one.Regularity).Expect;

    private static (ExpectedNames? Expect, double Regularity) Expected(List<string> names, IReadOnlyList<NameTime> times, string end)
    {
        var slots = times.GroupBy(static time => time.At).OrderBy(static slot => slot.Key).ToList();
        if (slots.Count < 2) return default;
        var distances = slots.Zip(slots.Skip(1), static (one, next) => (next.Key - one.Key).TotalMinutes).ToList();
        var every = distances.GroupBy(static minutes => minutes).MaxBy(static same => same.Count())!;
        // More often than not.
        if (every.Count() * 2 < distances.Count) return default;
        var perSlot = slots.ConvertAll(static slot => slot.Count()).GroupBy(static count => count).MaxBy(static same => same.Count())!.Key;
        return Patterns(names, times, end, perSlot).FirstOrDefault(pattern => Reads(pattern, names, times, perSlot)) is { } found
            ? (new ExpectedNames(TimeSpan.FromMinutes(every.Key), perSlot, found), (double)every.Count() / distances.Count) : default;
    }

    // The patterns that the names may have, the most exact first. The part that tells the files of one slot apart is the channel.
    private static IEnumerable<string> Patterns(List<string> names, IReadOnlyList<NameTime> times, string end, int perSlot)
    {
        List<string> heads = [.. names.Zip(times, static (name, time) => name[..time.Index])];
        List<string> rests = [.. names.Zip(times, (name, time) => name[(time.Index + time.Length)..^end.Length])];
        var (time, tail) = (times[0].Template, DatedNames.Escape(end));
        var head = heads.TrueForAll(one => one == heads[0]) ? DatedNames.Escape(heads[0]) : "*";
        if (perSlot > 1)
        {
            foreach (var separator in Separators)
                if (WithChannel(heads, separator, perSlot) is { } channel) yield return $"{channel}{time}*{tail}";
            foreach (var separator in Separators)
                if (WithChannel(rests, separator, perSlot) is { } channel) yield return $"{head}{time}{channel}{tail}";
        }
        yield return $"{head}{time}*{tail}";
    }

    // The number or word of the first field with one value for each file of a slot; null if there is none.
    private static string? WithChannel(List<string> texts, char separator, int perSlot)
    {
        var fields = texts.ConvertAll(text => text.Split(separator));
        if (fields.Exists(one => one.Length != fields[0].Length)) return null;
        var (parts, hasChannel) = (new List<string>(), false);
        for (var i = 0; i < fields[0].Length; i++)
        {
            var values = fields.ConvertAll(one => one[i]);
            var start = Words().Match(CommonStart(values)).Value;
            if (values.TrueForAll(value => value == values[0])) parts.Add(DatedNames.Escape(values[0]));
            else if (hasChannel || !AreChannels(values.ConvertAll(value => value[start.Length..]), perSlot)) parts.Add("*");
            else
            {
                parts.Add($"{DatedNames.Escape(start)}{{channel}}");
                hasChannel = true;
            }
        }
        return hasChannel ? string.Join(separator, parts) : null;
    }

    private static bool AreChannels(List<string> values, int perSlot) =>
        values.TrueForAll(static value => value.Length is > 0 and <= LongestChannel && value.All(char.IsAsciiLetterOrDigit))
            && values.Distinct().Count() == perSlot;

    // An asterisk or a channel may end at another place than it is meant to.
    private static bool Reads(string text, List<string> names, IReadOnlyList<NameTime> times, int perSlot)
    {
        if (ProductPattern.Parse(text, [], out _) is not { } pattern) return false;
        var read = names.ConvertAll(name => pattern.Match("", name));
        return !read.Where((product, i) => product is null || Minute(product.Time.UtcDateTime) != times[i].At).Any()
            && (!pattern.HasChannel || (read.Distinct().Count() == names.Count && read.DistinctBy(one => one!.Channel).Count() == perSlot));

        static DateTime Minute(DateTime time) => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMinute));
    }

    private static string CommonStart(List<string> names)
    {
        var length = names.Min(static name => name.Length);
        for (var i = 0; i < length; i++)
        {
            if (names.Any(name => name[i] != names[0][i])) return names[0][..i];
        }
        return names[0][..length];
    }

    [GeneratedRegex("^[^0-9]*", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Letters();

    [GeneratedRegex("^(?:.*[^0-9])?", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Words();
}

/// <summary>The products that a folder seems to get at regular times.</summary>
/// <param name="Every">The distance of the times in the names.</param>
/// <param name="PerSlot">The number of files of one time.</param>
/// <param name="Pattern">The pattern of the names.</param>
internal sealed record ExpectedNames(TimeSpan Every, int PerSlot, string Pattern);
