using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Cli.Job;

/// <summary>What the names of the files of one folder have in common.</summary>
/// <param name="Include">A pattern for <c>include</c>; null if they have nothing in common.</param>
/// <param name="Expect">What the folder seems to get at regular times; null if there is no rule in the names.</param>
internal sealed partial record NamePattern(string? Include, ExpectedNames? Expect)
{
    // With fewer names a rule is a coincidence.
    private const int Least = 4;

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

    private static ExpectedNames? Expected(List<string> names, string end)
    {
        var matches = names.Select(static name => Time().Match(name)).ToList();
        if (names.Count < Least || matches.Exists(static match => !match.Success)) return null;
        var slots = matches.ConvertAll(static match => At(match)).GroupBy(static at => at).OrderBy(static slot => slot.Key).ToList();
        if (slots.Count < 2 || slots[0].Key is null) return null;
        var distances = slots.Zip(slots.Skip(1), static (one, next) => (next.Key!.Value - one.Key!.Value).TotalMinutes).ToList();
        var every = distances.GroupBy(static minutes => minutes).MaxBy(static same => same.Count())!;
        // Whole minutes, and more often than not.
        if (every.Key < 1 || every.Key % 1 != 0 || every.Count() * 2 < distances.Count) return null;
        var perSlot = slots.ConvertAll(static slot => slot.Count()).GroupBy(static count => count).MaxBy(static same => same.Count())!.Key;
        var before = CommonStart([.. names.Zip(matches, static (name, match) => name[..match.Index])]);
        var hasHead = matches.TrueForAll(match => match.Index == before.Length);
        var pattern = $"{(hasHead ? DatedNames.Escape(before) : "*")}{{yyyy}}{{MM}}{{dd}}{matches[0].Groups["mark"].Value}{{HH}}{{mm}}"
            + Rest(names, matches, end, perSlot);
        return new ExpectedNames(TimeSpan.FromMinutes(every.Key), perSlot, pattern);
    }

    // The part after the time: the number or word that tells the files of one slot apart is the channel.
    private static string Rest(List<string> names, List<Match> matches, string end, int perSlot)
    {
        if (perSlot == 1) return $"*{DatedNames.Escape(end)}";
        List<string> rests = [.. names.Zip(matches, (name, match) => name[(match.Index + match.Length)..^end.Length])];
        var start = Words().Match(CommonStart(rests)).Value;
        var channels = rests.ConvertAll(rest => rest[start.Length..]);
        return channels.TrueForAll(static channel => channel.Length is > 0 and <= 16 && channel.All(char.IsAsciiLetterOrDigit))
            && channels.Distinct().Count() == perSlot
            ? $"{DatedNames.Escape(start)}{{channel}}{DatedNames.Escape(end)}" : $"*{DatedNames.Escape(end)}";
    }

    private static DateTime? At(Match match) => DateTime.TryParseExact(
        match.Groups["date"].Value + match.Groups["time"].Value, "yyyyMMddHHmm", CultureInfo.InvariantCulture, DateTimeStyles.None,
        out var at) ? at : null;

    private static string CommonStart(List<string> names)
    {
        var length = names.Min(static name => name.Length);
        for (var i = 0; i < length; i++)
        {
            if (names.Any(name => name[i] != names[0][i])) return names[0][..i];
        }
        return names[0][..length];
    }

    [GeneratedRegex(
        "(?<date>(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))(?<mark>[T_-]?)(?<time>(?:[01][0-9]|2[0-3])[0-5][0-9])",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Time();

    [GeneratedRegex("^[^0-9]*", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Letters();

    [GeneratedRegex("^(?:.*[^0-9])?", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Words();
}

/// <summary>What a folder seems to get at regular times.</summary>
/// <param name="Every">The distance of the times in the names.</param>
/// <param name="PerSlot">The number of files of one time.</param>
/// <param name="Pattern">The pattern of the names.</param>
internal sealed record ExpectedNames(TimeSpan Every, int PerSlot, string Pattern);
