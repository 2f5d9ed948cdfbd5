namespace Accelerator.Cli.Addresses;

/// <summary>Hides the password in a typed address before the text is displayed: the screen may end up in a log or a report.</summary>
internal static class AddressMask
{
    /// <summary>
    /// Hides the password in a typed address that may lack its scheme: <c>user:***@host</c>. Nothing shows where the host of such a text
    /// begins, so everything between its first colon and its last @ is hidden.
    /// </summary>
    public static string HideBare(string text)
    {
        if (text.Contains("://", StringComparison.Ordinal)) return Hide(text);
        var (colon, at) = (text.IndexOf(':'), text.LastIndexOf('@'));
        return colon < 0 || at < colon ? text : $"{text[..colon]}:***{text[at..]}";
    }

    /// <summary>
    /// Returns the text with <c>ftp://user:secret@host</c> replaced by <c>ftp://user:***@host</c>; text without an address is unchanged.
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
        // The text after the colon is a port, or a password with a slash in it. Such a password does not form a valid address, and appears
        // in the error message.
        if (at < 0 && colon >= 0 && !text.AsSpan(colon + 1, end - colon - 1).ContainsAnyExceptInRange('0', '9')) return text;
        if (at < 0) at = text.LastIndexOf('@');
        return colon < 0 || at < colon ? text : $"{text[..colon]}:***{text[at..]}";
    }
}
