using System.Globalization;
using System.Text;

namespace Accelerator.Gateway.Http;

/// <summary>The head of an answer. Every answer ends its connection, and none may be used by another site.</summary>
/// <param name="status">The status.</param>
internal sealed class HttpHead(int status)
{
    private static readonly Dictionary<int, string> Reasons = new()
    {
        [200] = "OK", [206] = "Partial Content", [304] = "Not Modified", [400] = "Bad Request", [401] = "Unauthorized", [403] = "Forbidden",
        [404] = "Not Found", [405] = "Method Not Allowed", [408] = "Request Timeout", [414] = "URI Too Long",
        [416] = "Range Not Satisfiable", [431] = "Request Header Fields Too Large", [502] = "Bad Gateway", [503] = "Service Unavailable",
        [505] = "HTTP Version Not Supported",
    };

    private readonly StringBuilder _fields = new();

    /// <summary>The status.</summary>
    public int Status => status;

    /// <summary>Returns the head for a method that the gateway does not answer; it names the others (RFC 9110, 15.5.6).</summary>
    public static HttpHead MethodNotAllowed() => new HttpHead(405).With("Allow", "GET, HEAD");

    /// <summary>Adds a field.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value, ASCII without line ends; null to omit the field.</param>
    public HttpHead With(string name, string? value)
    {
        if (value is null) return this;
        if (value.Any(c => c is < ' ' or > '~')) throw new ArgumentException($"{name} may hold only printable ASCII.", nameof(value));
        _fields.Append(name).Append(": ").Append(value).Append("\r\n");
        return this;
    }

    /// <inheritdoc cref="With(string, string?)"/>
    public HttpHead With(string name, long value) => With(name, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Returns the bytes.</summary>
    /// <param name="now">The current time.</param>
    public byte[] Encode(DateTimeOffset now) => Encoding.ASCII.GetBytes(
        $"HTTP/1.1 {status} {Reasons[status]}\r\n"
            + string.Create(CultureInfo.InvariantCulture, $"Date: {now:R}\r\n")
            + "Connection: close\r\n"
            + "X-Content-Type-Options: nosniff\r\n"
            + "Content-Security-Policy: default-src 'none'; style-src 'sha256-" + FolderPage.StyleHash
            + "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
            + "Referrer-Policy: no-referrer\r\n"
            + "Cross-Origin-Resource-Policy: same-origin\r\n"
            + "Cache-Control: private, no-cache\r\n"
            + _fields + "\r\n");
}
