using System.Globalization;

namespace Accelerator.Ftp.Control;

/// <summary>
/// Reads the port from a 227 (RFC 959) or 229 (RFC 2428) reply. Only the port: data connections go to the control connection's peer,
/// whatever address a 227 names (CVE-2020-8284 and many similar ones).
/// </summary>
internal static class PassiveAddress
{
    /// <summary>
    /// Lowest port that is accepted. Ports below it belong to other services, and a server that names one makes the client probe them on
    /// its behalf. Systems do not assign them automatically; active mode works with servers configured to use them, as Apache's can be.
    /// </summary>
    public const int LowestPort = 1024;

    /// <summary>
    /// Reads the data port from a reply to PASV or EPSV. The code decides the form, because some servers answer one command in the other's
    /// form.
    /// </summary>
    /// <returns><see cref="LowestPort"/> to 65535, or null when the reply names no usable port.</returns>
    public static int? ReadPort(FtpReply reply) => reply.Code switch
    {
        227 => reply.Lines.Reverse().Select(FromSixNumbers).FirstOrDefault(port => port is not null),
        229 => reply.Lines.Reverse().Select(FromDelimited).FirstOrDefault(port => port is not null),
        _ => null,
    };

    // RFC 1123 section 4.1.2.6: scan for the digits, the text around them varies.
    private static int? FromSixNumbers(string text)
    {
        Span<int> numbers = stackalloc int[6];
        for (var start = 0; start < text.Length; start++)
        {
            var atNumber = char.IsAsciiDigit(text[start]) && (start == 0 || !char.IsAsciiDigit(text[start - 1]));
            if (!atNumber || !TryReadSix(text.AsSpan(start), numbers)) continue;
            var port = (numbers[4] * 256) + numbers[5];
            return port >= LowestPort ? port : null;
        }
        return null;
    }

    private static bool TryReadSix(ReadOnlySpan<char> text, Span<int> numbers)
    {
        var at = 0;
        for (var i = 0; i < 6; i++)
        {
            var value = 0;
            var digits = 0;
            for (; at < text.Length && char.IsAsciiDigit(text[at]) && digits < 4; at++, digits++) value = (value * 10) + (text[at] - '0');
            if (digits is 0 or > 3 || value > 255) return false;
            numbers[i] = value;
            if (i == 5) return at == text.Length || !char.IsAsciiDigit(text[at]);
            if (at >= text.Length || text[at++] != ',') return false;
            while (at < text.Length && text[at] == ' ') at++;
        }
        return false;
    }

    // "(|||6446|)"; the delimiter may be any character (z/OS sends "!"), and "(||6446|)" has been seen.
    private static int? FromDelimited(string text)
    {
        for (var open = text.IndexOf('('); open >= 0; open = text.IndexOf('(', open + 1))
        {
            var close = text.IndexOf(')', open);
            if (close > open + 3 && FromFields(text.AsSpan(open + 1, close - open - 1)) is { } port) return port;
        }
        return null;
    }

    // Avoid copies: a reply may hold thousands of brackets, each followed by all the rest.
    private static int? FromFields(ReadOnlySpan<char> fields)
    {
        var delimiter = fields[0];
        if (char.IsAsciiDigit(delimiter) || fields[^1] != delimiter) return null;

        var digits = fields[(fields[..^1].LastIndexOf(delimiter) + 1)..^1];
        return digits.Length <= 5 && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port is >= LowestPort and <= 65535 ? port : null;
    }
}
