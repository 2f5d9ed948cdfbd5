namespace Accelerator.Ftp;

/// <summary>The part of a URL before <c>@</c>, percent escapes decoded.</summary>
/// <param name="User">Null when the URL has none.</param>
/// <param name="Password">Null when no colon follows the user.</param>
internal readonly record struct UrlUser(string? User, string? Password)
{
    /// <summary>Splits the text; null stands for a URL without <c>@</c>.</summary>
    public static UrlUser Split(string? text)
    {
        if (text is null) return default;
        var colon = text.IndexOf(':');
        return colon < 0
            ? new UrlUser(Uri.UnescapeDataString(text), null)
            : new UrlUser(Uri.UnescapeDataString(text[..colon]), Uri.UnescapeDataString(text[(colon + 1)..]));
    }
}
