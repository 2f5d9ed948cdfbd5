using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// One reply of RFC 959 section 4.2: a code and its lines. Lines are Latin-1, so that every byte survives; their text is a hint for people
/// and never evidence (architecture, rule 1).
/// </summary>
/// <param name="Code">100 to 599; servers have been seen to answer 6yz too, which counts as a refusal.</param>
/// <param name="Lines">Text of each line without code, separator and line end; at least one.</param>
public sealed record FtpReply(int Code, IReadOnlyList<string> Lines)
{
    private const int MaxShown = 200;

    /// <summary>1yz: the action has started; another reply follows.</summary>
    public bool IsPreliminary => Code is >= 100 and < 200;

    /// <summary>2yz: done.</summary>
    public bool IsSuccess => Code is >= 200 and < 300;

    /// <summary>3yz: another command is expected.</summary>
    public bool IsIntermediate => Code is >= 300 and < 400;

    /// <summary>4yz: refused for now.</summary>
    public bool IsTransientRefusal => Code is >= 400 and < 500;

    /// <summary>5yz and above: refused permanently.</summary>
    public bool IsPermanentRefusal => Code >= 500;

    /// <summary>421: the server closes the control connection, whatever was asked (RFC 959 section 5.4).</summary>
    public bool IsClosing => Code == 421;

    /// <summary>452 or 552: the server has no space for the file, or the user's quota is used up (RFC 959 section 4.2.1).</summary>
    internal bool IsStorageFull => Code is 452 or 552;

    /// <summary>The last line's text, where single-line replies carry their value.</summary>
    public string Text => Lines[^1];

    /// <summary>Returns the reply without a secret that the server echoes, because replies end up in logs, traces and messages.</summary>
    /// <param name="secret">One char per byte; not empty.</param>
    internal FtpReply Without(string secret) => Lines.Any(line => line.Contains(secret, StringComparison.Ordinal))
        ? this with { Lines = [.. Lines.Select(line => line.Replace(secret, "****", StringComparison.Ordinal))] }
        : this;

    /// <summary>Returns code and text for a message: decoded as UTF-8 if valid, cut to 200 characters, escaped.</summary>
    public override string ToString()
    {
        var text = Readable(string.Join(" / ", Lines.Where(line => line.Length > 0)));
        if (text.Length > MaxShown) text = text[..(char.IsHighSurrogate(text[MaxShown - 1]) ? MaxShown - 1 : MaxShown)] + "…";
        return $"{Code} {SafeText.Escape(text)}".TrimEnd();
    }

    private static string Readable(string latin1)
    {
        try
        {
            return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(Encoding.Latin1.GetBytes(latin1));
        }
        catch (ArgumentException)
        {
            return latin1;
        }
    }
}
