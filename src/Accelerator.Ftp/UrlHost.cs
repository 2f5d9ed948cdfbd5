using System.Globalization;

namespace Accelerator.Ftp;

/// <summary>The parts of <c>host:port</c> in a URL (RFC 3986 section 3.2), not yet judged.</summary>
/// <param name="Host">The text before the port, without the brackets of a literal.</param>
/// <param name="IsLiteral">Whether brackets enclosed it.</param>
/// <param name="HasPort">Whether a colon follows the host.</param>
/// <param name="Port">The port, 1 to 65535; null when there is none, or when it is not a number in these bounds.</param>
internal readonly record struct UrlHost(string Host, bool IsLiteral, bool HasPort, int? Port)
{
    /// <summary>Splits the text.</summary>
    public static UrlHost Split(string text)
    {
        var colon = text.IndexOf(':', text.StartsWith('[') ? Math.Max(0, text.IndexOf(']')) : 0);
        var host = colon < 0 ? text : text[..colon];
        var isLiteral = host.StartsWith('[') && host.EndsWith(']');
        var isPort = int.TryParse(colon < 0 ? "" : text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port is >= 1 and <= 65535;
        return new UrlHost(isLiteral ? host[1..^1] : host, isLiteral, colon >= 0, isPort ? port : null);
    }
}
