using System.Globalization;

namespace Accelerator.Conventions.Tests;

/// <summary>
/// Finds real-time waits that are longer than 200 ms, or whose length the file does not define, and that no comment explains.
/// </summary>
internal static partial class WaitScanner
{
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(200);

    /// <summary>Returns one line per wait: its location and its code.</summary>
    public static IEnumerable<string> Unexplained(SourceFile file)
    {
        var before = "";
        foreach (var (place, text, code) in file.CodeLines)
        {
            var isExplained = Comment().IsMatch(text) || Comment().IsMatch(before);
            before = text;
            if (!isExplained && Wait().Matches(code).Any(match => IsLong(Arguments(code[(match.Index + match.Length)..]), file.Code))) yield return $"{place}: {text.Trim()}";
        }
    }

    private static bool IsLong(List<string> arguments, string code)
    {
        // A clock that a test moves takes no real time.
        if (arguments.Count > 1 && Clock().IsMatch(arguments[1])) return false;
        return !arguments[0].StartsWith("Timeout.Infinite", StringComparison.Ordinal) && !(LengthOf(arguments[0], code) <= Longest);
    }

    /// <summary>Returns the length of an expression, also by the name of a constant of the same file; null if it is computed.</summary>
    private static TimeSpan? LengthOf(string expression, string code)
    {
        if (Span().Match(expression) is { Success: true } span)
        {
            var number = double.Parse(span.Groups["number"].Value.Replace("_", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
            return span.Groups["unit"].Value switch
            {
                "Seconds" => TimeSpan.FromSeconds(number),
                "Minutes" => TimeSpan.FromMinutes(number),
                "Hours" => TimeSpan.FromHours(number),
                _ => TimeSpan.FromMilliseconds(number),
            };
        }
        return Name().IsMatch(expression) && Regex.Match(code, $@"\b{expression}\s*=\s*([^;=]+);") is { Success: true } constant && constant.Groups[1].Value != expression
            ? LengthOf(constant.Groups[1].Value, "")
            : null;
    }

    // Splits the arguments up to the bracket that closes the call, or up to the end of the line.
    private static List<string> Arguments(string code)
    {
        var (arguments, depth) = (new List<string> { "" }, 0);
        foreach (var c in code)
        {
            if (c is ')' && depth == 0) break;
            depth += c is '(' ? 1 : c is ')' ? -1 : 0;
            if (c is ',' && depth == 0) arguments.Add("");
            else arguments[^1] += c;
        }
        return [.. arguments.Select(argument => argument.Trim())];
    }

    // The other way to wait is banned by WordTests.
    [GeneratedRegex(@"\bTask\.Delay\(")]
    private static partial Regex Wait();

    [GeneratedRegex(@"(^|[\s;{}])//")]
    private static partial Regex Comment();

    [GeneratedRegex(@"\b_?(time|clock)$", RegexOptions.IgnoreCase)]
    private static partial Regex Clock();

    [GeneratedRegex(@"^(?:TimeSpan\.From(?<unit>Milliseconds|Seconds|Minutes|Hours)\()?(?<number>[\d_]+(?:\.\d+)?)\)?$")]
    private static partial Regex Span();

    [GeneratedRegex(@"^\w+$")]
    private static partial Regex Name();
}
