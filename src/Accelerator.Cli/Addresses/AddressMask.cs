namespace Accelerator.Cli.Addresses;

/// <summary>
/// Hides the password of an address that was typed, for words that are shown again: a screen may end up in a log or a report.
/// </summary>
internal static class AddressMask
{
    /// <summary>
    /// The text with <c>ftp://user:secret@host</c> as <c>ftp://user:***@host</c>; a text without an address is as it was.
    /// </summary>
    public static string Hide(string text)
    {
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        if (scheme < 0) return text;
        var start = scheme + 3;
        var slash = text.IndexOf('/', start);
        var end = slash < 0 ? text.Length : slash;
        var at = text.LastIndexOf('@', end - 1, end - start);
        var colon = text.IndexOf(':', start, (at < 0 ? end : at) - start);
        // Behind the colon stands a port, or a password with a slash in it, which makes no address and is shown in the message that says
        // so.
        if (at < 0 && colon >= 0 && !text.AsSpan(colon + 1, end - colon - 1).ContainsAnyExceptInRange('0', '9')) return text;
        if (at < 0) at = text.LastIndexOf('@');
        return colon < 0 || at < colon ? text : $"{text[..colon]}:***{text[at..]}";
    }
}
