namespace Accelerator.Cli.Commands;

/// <summary>Hides the password of an address that was typed, for words that are shown again: a screen may end up in a log or a report.</summary>
internal static class AddressMask
{
    /// <summary>The text with <c>ftp://user:secret@host</c> as <c>ftp://user:***@host</c>; a text without an address is as it was.</summary>
    public static string Hide(string text)
    {
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        if (scheme < 0) return text;
        var start = scheme + 3;
        var slash = text.IndexOf('/', start);
        var at = text.LastIndexOf('@', slash < 0 ? text.Length - 1 : slash);
        var colon = at < start ? -1 : text.IndexOf(':', start, at - start);
        return colon < 0 ? text : $"{text[..colon]}:***{text[at..]}";
    }
}
