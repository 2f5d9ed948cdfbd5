namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A URL: its password occurs in no text that is shown, and the URL that is written out again denotes the same bytes.</summary>
internal static class UrlTarget
{
    private const string Other = "another%20one";

    // All texts that messages are made of, for any URL.
    private static readonly string Sentences = string.Concat(((string[])["x", "ftp://", "ftp://h:x", "ftp://1:2:3", "ftp://a b", "ftp://%0D@h", "ftp://@h", "ftp://h/%0D", "ftp://h/\uD800"]).Select(Problem));

    public static bool Read(byte[] input)
    {
        var text = Foreign.Text(input);
        var charset = Foreign.Charsets[Foreign.Number(input) % (ulong)Foreign.Charsets.Length];
        if (!FtpUrl.TryParse(text, charset, out var url, out var problem))
        {
            Foreign.AssertSafe(problem);
            AssertSecret(text, problem);
            return false;
        }
        Assert.Null(problem);
        Assert.InRange(url.Endpoint.Port, 1, 65535);
        Assert.True(url.Path.Bytes.Span.IndexOfAny("\r\n\0"u8) < 0);
        if (url.Password is not null) Assert.Equal(Parse(WithOtherPassword(text), charset).ToString(), url.ToString());

        var again = Parse(FtpUrl.Write(url.Endpoint, url.User, url.Path), charset);
        Assert.Equal(url.Path, again.Path);
        Assert.Equal(url.Endpoint, again.Endpoint);
        if (url.User is null || Foreign.IsWhole(url.User)) Assert.Equal(url.User, again.User);
        AssertPattern(url.WrittenPath, charset);
        return true;
    }

    private static FtpUrl Parse(string text, Encoding charset) =>
        FtpUrl.TryParse(text, charset, out var url, out var problem) ? url : throw new InvalidOperationException($"\"{text}\" is no address: {problem}");

    private static string Problem(string text) =>
        FtpUrl.TryParse(text, FtpCharsets.Utf8, out _, out var problem) ? throw new InvalidOperationException($"\"{text}\" is an address.") : problem;

    // As TryParse finds it: between the first colon and the last @ in front of the path.
    private static string WithOtherPassword(string text)
    {
        var start = text.IndexOf("://", StringComparison.Ordinal) + 3;
        var slash = text.IndexOf('/', start);
        var at = text.LastIndexOf('@', (slash < 0 ? text.Length : slash) - 1);
        return text[..(text.IndexOf(':', start) + 1)] + Other + text[at..];
    }

    // The text between the first colon and the @ may be a password, wherever the parser finds the parts of an invalid URL.
    private static void AssertSecret(string text, string problem)
    {
        var start = text.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? scheme + 3 : 0;
        var at = text.LastIndexOf('@');
        // The colons of an IPv6 address do not begin a password.
        if (start < text.Length && text[start] == '[' && text.IndexOf(']', start) is > 0 and var close && Uri.CheckHostName(text[(start + 1)..close]) == UriHostNameType.IPv6) start = close;
        var colon = at < start ? -1 : text.IndexOf(':', start, at - start);
        if (colon < 0 || text.IndexOf('@') != at) return;
        var rest = text[..colon] + text[at..];
        // As messages show it: the digits of an escape and the text after them may match the password by chance.
        rest += SafeText.Escape(rest);
        foreach (var piece in text[(colon + 1)..at].Split(' ', '/', ':', '[', ']', '%', '"', '\\').Where(piece => piece.Length > 5 && !rest.Contains(piece, StringComparison.Ordinal) && !Sentences.Contains(piece, StringComparison.Ordinal)))
            Assert.DoesNotContain(piece, problem, StringComparison.Ordinal);
    }

    private static void AssertPattern(string written, Encoding charset)
    {
        try
        {
            Assert.Equal(Glob.IsPattern(written), RemotePattern.Parse(written, charset) is not null);
        }
        catch (FormatException)
        {
            Assert.True(Glob.IsPattern(written));
        }
    }
}
