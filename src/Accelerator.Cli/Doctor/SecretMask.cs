using System.Text;
using System.Text.RegularExpressions;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Removes secrets from a text that others will read: passwords in URLs, PASS and ACCT, members and variables with a name that refers
/// to a password, netrc. It masks too much rather than too little: a missing word in a bundle does less harm than a leaked password. User
/// names stay.
/// </summary>
internal static partial class SecretMask
{
    private const string MemberPattern = """
        (?<kept>["']?[\w-]{0,64}(?:password|passwd|passphrase|token|secret|api[_-]?key|(?<![\w-])(?:pass|pwd))["']?[ \t]*[:=][ \t]*["']?)(?!null\b|true\b|false\b)(?:(?<=")(?:[^"\\]|\\.?)*|(?<=')[^']*|(?<!["'])[^\s,;&}\]"']+)
        """;

    private const string AddressPattern = """
        (?<kept>[a-z][a-z0-9+.\-]{0,20}://[^\s/:"]{0,256}:)((?:[^\s/"]|"(?![,:}\]\s]|$)){0,1024}(?=@)|(?!\d{1,5}(?:[/"\s]|$))(?:[^\s"]|"(?![,:}\]\s]|$)){0,1024}(?=@))
        """;

    private const string Mask = "***";

    // No secret is that long, and the work on a line grows with the square of its length.
    private const int LongestLine = 8 << 10;
    private const int Limit = 2000;
    private const RegexOptions Options = RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture;

    private static readonly Regex[] Rules = [Address(), EscapedAddress(), Member(), Switch(), UserSwitch(), Element(),
        Authorization(), Command()];

    /// <summary>Masks a text, line by line.</summary>
    public static MaskedText Of(string text)
    {
        var masked = new StringBuilder(text.Length);
        var count = 0;
        var isSecretNext = false;
        foreach (var whole in text.Split('\n'))
        {
            var line = whole.Length > LongestLine ? whole[..LongestLine] : whole;
            masked.Append(OfLine(line, ref isSecretNext, ref count));
            masked.Append(line.Length < whole.Length ? " [the line was longer]\n" : "\n");
        }
        // The last line has no line end of its own.
        return new MaskedText(masked.ToString(0, masked.Length - 1), count);
    }

    private static string OfLine(string line, ref bool isSecretNext, ref int count)
    {
        var found = 0;
        try
        {
            var text = line;
            foreach (var rule in Rules) text = Hide(rule, text);
            if (IsNetrc().IsMatch(text)) text = Hide(NetrcWord(), text);
            // The value of a netrc keyword may be on the next line. This rule runs last: a word masked earlier would remove the keyword
            // that reveals the secret after it.
            if (isSecretNext) text = Hide(FirstWord(), text);
            isSecretNext = (isSecretNext && string.IsNullOrWhiteSpace(line)) || NetrcWordAtEnd().IsMatch(line);
            count += found;
            return text;
        }
        catch (RegexMatchTimeoutException)
        {
            // A line built to make the search slow: its contents cannot be determined.
            count++;
            return "[a line that could not be searched for secrets was left out]";
        }

        string Hide(Regex rule, string text) => rule.Replace(text, match =>
        {
            found++;
            return match.Groups["kept"].Value + Mask;
        });
    }

    // ftp://user:secret@host. Up to the last @ before the first slash; if the secret contains a raw slash, up to the last @ of the word. A
    // quotation mark that ends a JSON text ends the word.
    [GeneratedRegex(AddressPattern, Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex Address();

    [GeneratedRegex("""(?<kept>%3A%2F%2F[^\s%"/]{0,256}(?:%3A|:))[^\s"]{0,1024}?(?=%40|@)""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex EscapedAddress();

    // "password": "x", FTPX_PASSWORD=x, passwd: x, &token=x. An unclosed quote, left when the text was cut, extends to the end.
    [GeneratedRegex(MemberPattern, Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex Member();

    // --password x; --password-stdin takes no value.
    [GeneratedRegex("""(?<kept>--?[\w-]{0,64}(?:password|passwd|token)[ \t]+)(?!-)\S+""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex Switch();

    // curl -u user:secret, lftp -u user,secret.
    [GeneratedRegex("""(?<kept>(\s|^)(-u|--user)[ \t=]*[^\s:,]{1,256}[:,])\S+""", Options, Limit)]
    private static partial Regex UserSwitch();

    // <Pass encoding="base64">x</Pass>, as FileZilla stores passwords.
    [GeneratedRegex("""(?<kept><(pass|password|passwd)\b[^<>]{0,256}>)[^<]+""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex Element();

    [GeneratedRegex("""(?<kept>authorization["']?[ \t]*[:=][ \t]*["']?)\S.*""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex Authorization();

    // At the start, or after an arrow or bracket, in any case; elsewhere only in capitals: a satellite's pass is not a command.
    [GeneratedRegex("""(?<kept>(^\s*|[>\]|:"'][ \t]*)([Pp][Aa][Ss][Ss]|[Aa][Cc][Cc][Tt])[ \t]+|\b(PASS|ACCT)[ \t]+)(?!\*+\s*$)\S.*""",
        Options, Limit)]
    private static partial Regex Command();

    [GeneratedRegex("""\b(machine|default|login)\b|^\s*(password|passwd|account)\b""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex IsNetrc();

    [GeneratedRegex("""(?<kept>\b(password|passwd|account)[ \t]+)(?!\*+(\s|$))("([^"\\]|\\.?)*"?|\S+)""",
        Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex NetrcWord();

    [GeneratedRegex("""(^|\s)(password|passwd|account)\s*$""", Options | RegexOptions.IgnoreCase, Limit)]
    private static partial Regex NetrcWordAtEnd();

    [GeneratedRegex("""^(?<kept>\s*)("([^"\\]|\\.?)*"?|\S+)""", Options, Limit)]
    private static partial Regex FirstWord();
}

/// <summary>A text without its secrets.</summary>
/// <param name="Text">The masked text.</param>
/// <param name="Secrets">The number of masked secrets.</param>
internal sealed record MaskedText(string Text, int Secrets);
