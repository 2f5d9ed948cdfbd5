using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The form of the names of expected files: date tokens (<c>{yyyy}</c> or <c>{yy}</c>, <c>{MM}</c>, <c>{dd}</c> or <c>{DDD}</c>,
/// <c>{HH}</c>, <c>{mm}</c>, <c>{ss}</c>, UTC), <c>{channel}</c>, and <c>*</c> and <c>?</c>. A pattern with a slash is compared with the
/// full path on the server, any other with the name. Names come from the server: a comparison takes time proportional to the product of
/// both lengths, whatever the name is.
/// </summary>
public sealed class ProductPattern
{
    // Longer names are no products; the limit bounds the table of states that failed.
    private const int LongestName = 1024;
    private const int MostParts = 64;

    private static readonly string[] Tokens = ["yyyy", "yy", "MM", "dd", "DDD", "HH", "mm", "ss", "channel"];

    private readonly Part[] _parts;
    private readonly IReadOnlyList<string> _channels;
    private readonly bool _isOfPath;
    private readonly bool _hasLongYear;
    private readonly bool _hasDayOfYear;

    private ProductPattern(string text, IReadOnlyList<Part> parts, IReadOnlyList<string> channels)
    {
        Text = text;
        _parts = [.. parts];
        _isOfPath = text.Contains('/', StringComparison.Ordinal);
        _hasLongYear = Has("yyyy");
        _hasDayOfYear = Has("DDD");
        _channels = channels;
    }

    private enum PartKind
    {
        Plain,
        Digits,
        Channel,
        One,
        Any,
    }

    /// <summary>The text as written.</summary>
    public string Text { get; }

    /// <summary>Whether names have a channel.</summary>
    public bool HasChannel => _parts.Any(part => part.Kind == PartKind.Channel);

    private bool Has(string token) => _parts.Any(part => part.Token >= 0 && part.Text == token);

    /// <summary>Parses a pattern.</summary>
    /// <param name="text">The pattern.</param>
    /// <param name="channels">The channels that exist; empty if any letters, digits, <c>-</c> and <c>.</c> may be one.</param>
    /// <param name="problem">What is wrong, as a sentence; null if the pattern is valid.</param>
    public static ProductPattern? Parse(string text, IReadOnlyList<string> channels, out string? problem)
    {
        if (TemplateText.Split(text, Tokens, out problem) is not { } split) return null;
        var parts = split.SelectMany(part => part.IsToken ? [TokenOf(part.Text)] : PlainParts(part.Text)).ToList();
        var tokens = split.Where(part => part.IsToken).Select(part => part.Text).ToList();
        problem = Problem(text, tokens, parts.Count);
        return problem is null ? new ProductPattern(text, parts, channels) : null;
    }

    /// <summary>Returns what a file's name says; null if it does not match, or has no valid date from 1900 to 2999.</summary>
    /// <param name="folder">The folder on the server.</param>
    /// <param name="name">The name in the folder.</param>
    public ProductName? Match(string folder, string name)
    {
        var text = _isOfPath ? $"{folder.TrimEnd('/')}/{name}" : name;
        if (text.Length > LongestName) return null;
        var match = new Comparison(this, text);
        return match.From(0, 0) ? match.Result() : null;
    }

    public override string ToString() => Text;

    private static string? Problem(string text, IReadOnlyList<string> tokens, int parts)
    {
        if (parts > MostParts) return $"\"{text}\" has more than {MostParts} parts; shorten it with *.";
        if (tokens.GroupBy(token => token).FirstOrDefault(same => same.Count() > 1) is { } twice)
            return $"{{{twice.Key}}} appears more than once; write * for the others.";
        var hasDay = tokens.Contains("DDD") || (tokens.Contains("MM") && tokens.Contains("dd"));
        return hasDay && (tokens.Contains("yyyy") || tokens.Contains("yy")) ? null
            : $"\"{text}\" does not say the day of a file: write {{yyyy}} with {{MM}} and {{dd}}, or with {{DDD}}.";
    }

    private static Part TokenOf(string token) =>
        new(token == "channel" ? PartKind.Channel : PartKind.Digits, token, token.Length, Array.IndexOf(Tokens, token));

    private static IEnumerable<Part> PlainParts(string text)
    {
        var start = 0;
        for (var i = 0; i <= text.Length; i++)
        {
            if (i < text.Length && text[i] is not ('*' or '?')) continue;
            if (i > start) yield return new Part(PartKind.Plain, text[start..i], i - start);
            if (i < text.Length) yield return new Part(text[i] == '*' ? PartKind.Any : PartKind.One, "", 1);
            start = i + 1;
        }
    }

    private sealed record Part(PartKind Kind, string Text, int Length, int Token = -1);

    // One comparison. Where * has failed, it fails at each later position too; where a channel has failed, only there.
    private sealed class Comparison(ProductPattern pattern, string text)
    {
        // By token; those that the pattern lacks are not read.
        private readonly int[] _values = new int[Tokens.Length];
        private HashSet<(int Index, int At)>? _failed;
        private Dictionary<int, int>? _failedFrom;
        private string? _channel;

        public bool From(int index, int at) => index == pattern._parts.Length ? at == text.Length : Matches(index, at);

        public ProductName? Result()
        {
            try
            {
                var year = pattern._hasLongYear ? Value("yyyy") : Value("yy") + 2000;
                // Other years are placeholders, such as 0001 and 9999. A slot of the year 1 may begin before the first day of the calendar.
                if (year is < 1900 or > 2999) return null;
                var day = pattern._hasDayOfYear ? DayOf(year, Value("DDD")) : new DateOnly(year, Value("MM"), Value("dd"));
                // A leap second belongs to the minute that it ends.
                var clock = new TimeOnly(Value("HH"), Value("mm"), Math.Min(59, Value("ss")));
                return new ProductName(new DateTimeOffset(day.ToDateTime(clock), TimeSpan.Zero), _channel);
            }
            catch (ArgumentOutOfRangeException)
            {
                return null;
            }
        }

        private static DateOnly DayOf(int year, int number)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(number, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(number, DateTime.IsLeapYear(year) ? 366 : 365);
            return new DateOnly(year, 1, 1).AddDays(number - 1);
        }

        private int Value(string token) => _values[Array.IndexOf(Tokens, token)];

        private bool Matches(int index, int at)
        {
            var part = pattern._parts[index];
            switch (part.Kind)
            {
                case PartKind.Plain:
                    return string.CompareOrdinal(text, at, part.Text, 0, part.Length) == 0 && From(index + 1, at + part.Length);
                case PartKind.One:
                    return at < text.Length && From(index + 1, at + 1);
                case PartKind.Digits:
                    if (!HasDigits(at, part.Length) || !From(index + 1, at + part.Length)) return false;
                    _values[part.Token] = int.Parse(text.AsSpan(at, part.Length), NumberStyles.None, CultureInfo.InvariantCulture);
                    return true;
                case PartKind.Channel:
                    if (_failed?.Contains((index, at)) == true) return false;
                    if (IsChannel(index, at)) return true;
                    (_failed ??= []).Add((index, at));
                    return false;
                default:
                    return IsAny(index, at);
            }
        }

        // Not ContainsAnyExceptInRange, which in .NET 8 allocates 96 bytes per call until it is optimised.
        private bool HasDigits(int at, int count) =>
            count == 0 || (at < text.Length && char.IsAsciiDigit(text[at]) && HasDigits(at + 1, count - 1));

        private bool IsAny(int index, int at)
        {
            if (_failedFrom?.TryGetValue(index, out var from) == true && at >= from) return false;
            for (var end = at; end <= text.Length; end++)
            {
                if (From(index + 1, end)) return true;
            }
            (_failedFrom ??= [])[index] = at;
            return false;
        }

        private bool IsChannel(int index, int at)
        {
            foreach (var channel in pattern._channels)
            {
                if (string.CompareOrdinal(text, at, channel, 0, channel.Length) != 0 || !From(index + 1, at + channel.Length)) continue;
                _channel = channel;
                return true;
            }
            if (pattern._channels.Count > 0) return false;
            for (var end = at + 1; end <= text.Length && (char.IsAsciiLetterOrDigit(text[end - 1]) || text[end - 1] is '-' or '.'); end++)
            {
                if (!From(index + 1, end)) continue;
                _channel = text[at..end];
                return true;
            }
            return false;
        }
    }
}
