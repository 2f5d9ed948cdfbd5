using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// A path with date tokens: <c>{yyyy}</c>, <c>{MM}</c>, <c>{dd}</c>, <c>{DDD}</c> (day of the year), <c>{HH}</c>, all UTC, and <c>{job}</c>
/// and <c>{server}</c>. <c>{{</c> and <c>}}</c> are braces.
/// </summary>
public sealed class PathTemplate
{
    /// <summary>The maximum number of folders that one template may expand to at one time.</summary>
    public const int MostPaths = 1000;

    private static readonly string[] Tokens = ["yyyy", "MM", "dd", "DDD", "HH", "job", "server"];

    private readonly IReadOnlyList<(bool IsToken, string Text)> _parts;

    private PathTemplate(string text, IReadOnlyList<(bool, string)> parts)
    {
        Text = text;
        _parts = parts;
    }

    /// <summary>The text as written.</summary>
    public string Text { get; }

    /// <summary>Whether the path depends on the date.</summary>
    public bool IsDated => _parts.Any(part => part is { IsToken: true, Text: "yyyy" or "MM" or "dd" or "DDD" or "HH" });

    /// <summary>Parses a template.</summary>
    /// <param name="text">The template.</param>
    /// <param name="problem">What is wrong, as a sentence; null if the template is valid.</param>
    public static PathTemplate? Parse(string text, out string? problem) =>
        TemplateText.Split(text, Tokens, out problem) is { } parts ? new PathTemplate(text, parts) : null;

    /// <summary>Returns the path of one date.</summary>
    /// <param name="date">Any time; converted to UTC.</param>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name.</param>
    public string Fill(DateTimeOffset date, string job, string server)
    {
        var utc = date.UtcDateTime;
        return string.Concat(_parts.Select(part => !part.IsToken ? part.Text : part.Text switch
        {
            "job" => job,
            "server" => server,
            "DDD" => utc.DayOfYear.ToString("000", CultureInfo.InvariantCulture),
            // A token of one letter alone would be a standard format string.
            var format => utc.ToString(format, CultureInfo.InvariantCulture),
        }));
    }

    /// <summary>Returns all paths of a span of time, the newest first, each once.</summary>
    /// <param name="now">The end of the span.</param>
    /// <param name="lookBack">The length of the span.</param>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name.</param>
    public IReadOnlyList<DatedPath> Expand(DateTimeOffset now, TimeSpan lookBack, string job, string server)
    {
        if (!IsDated) return [new DatedPath(Fill(now, job, server), now)];
        var step = _parts.Any(part => part is { IsToken: true, Text: "HH" }) ? TimeSpan.FromHours(1) : TimeSpan.FromDays(1);
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var paths = new List<DatedPath>();
        var oldest = Floor(now - lookBack, step);
        for (var date = Floor(now, step); date >= oldest && paths.Count <= MostPaths; date -= step)
        {
            if (Fill(date, job, server) is var path && seen.Add(path))
                paths.Add(new DatedPath(path, date, paths.Count == 0 ? null : date + step));
        }
        return paths;
    }

    /// <summary>Returns whether a path is that of some date, or below it. Pure: the texts are compared.</summary>
    /// <param name="path">A path in the form of the template: without <c>..</c>.</param>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name.</param>
    /// <param name="comparison">How names are compared.</param>
    public bool Covers(string path, string job, string server, StringComparison comparison)
    {
        var rest = path.AsSpan();
        foreach (var (isToken, text) in _parts)
        {
            var wanted = !isToken ? text : text switch { "job" => job, "server" => server, _ => null };
            // A date token is as long as its digits.
            var length = wanted?.Length ?? text.Length;
            if (rest.Length < length) return false;
            var part = rest[..length];
            if (wanted is null ? part.ContainsAnyExceptInRange('0', '9') : !part.Equals(wanted, comparison)) return false;
            rest = rest[length..];
        }
        return rest.IsEmpty || IsSlash(rest[0]) || (path.Length > rest.Length && IsSlash(path[^(rest.Length + 1)]));
    }

    public override string ToString() => Text;

    private static bool IsSlash(char letter) => letter is '/' or '\\';

    private static DateTimeOffset Floor(DateTimeOffset time, TimeSpan step)
    {
        var utc = time.UtcDateTime;
        return new DateTimeOffset(utc.Ticks - (utc.Ticks % step.Ticks), TimeSpan.Zero);
    }
}
