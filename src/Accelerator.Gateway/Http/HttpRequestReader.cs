using System.Runtime.InteropServices;
using System.Text;

namespace Accelerator.Gateway.Http;

/// <summary>
/// Reads the head of one HTTP/1.1 request (RFC 9112) from bytes as they arrive. Strict: anything that two programs might read differently
/// is refused, and so is a request with a body.
/// </summary>
internal sealed class HttpRequestReader
{
    /// <summary>The longest head, bytes. Browsers send about 1 KiB.</summary>
    public const int MaxHead = 16 << 10;

    /// <summary>The sentence of 405.</summary>
    public const string OnlyDownloads = "This gateway only downloads: GET and HEAD.";

    private const int MostFields = 100;
    private const string TokenMarks = "!#$%&'*+-.^_`|~";

    // A second one of these would leave open which one counts.
    private static readonly HashSet<string> Single = new(StringComparer.OrdinalIgnoreCase)
    {
        "Authorization", "Content-Length", "Host", "If-Range", "Origin", "Range", "Sec-Fetch-Site", "Transfer-Encoding",
    };

    private static readonly (int Status, string Sentence) Malformed = (400, "The request is malformed.");

    private static readonly (int Status, string Sentence) TooLong =
        (431, $"The head of the request is longer than {MaxHead} bytes, or has too many fields.");

    private readonly List<byte> _head = [];

    /// <summary>The request; null until its head is complete, and if it is refused.</summary>
    public HttpRequest? Request { get; private set; }

    /// <summary>The status of the answer to a request that is refused, and the cause; null otherwise.</summary>
    public (int Status, string Sentence)? Refusal { get; private set; }

    /// <summary>Whether the method is HEAD, as far as the request has arrived: its answer has no body.</summary>
    public bool IsHead => CollectionsMarshal.AsSpan(_head).StartsWith("HEAD "u8);

    /// <summary>Whether nothing more is read.</summary>
    public bool IsOver => Request is not null || Refusal is not null;

    /// <summary>Takes bytes. What follows the head is ignored: the connection serves one request.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (IsOver) return;
            _head.Add(value);
            // A TLS greeting, or another protocol that may never send an empty line.
            if (_head.Count == 1 && !char.IsAsciiLetterUpper((char)value)) Refusal = Malformed;
            else if (_head.Count > MaxHead) Refusal = TooLong;
            else if (value == '\n' && _head.Count >= 4 && _head[^2] == '\r' && _head[^3] == '\n') Parse();
        }
    }

    /// <summary>Returns whether the method is one that the gateway answers.</summary>
    public static bool IsDownload(string method) => method is "GET" or "HEAD";

    private void Parse()
    {
        var lines = Encoding.Latin1.GetString([.. _head]).Split("\r\n");
        var words = lines[0].Split(' ');
        var fields = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        if (lines.Any(line => line.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0) || words.Length != 3 || !IsToken(words[0]))
            Refusal = Malformed;
        else if (!words[2].StartsWith("HTTP/", StringComparison.Ordinal)) Refusal = Malformed;
        else if (words[2] is not ("HTTP/1.1" or "HTTP/1.0")) Refusal = (505, "Only HTTP/1.1 and HTTP/1.0 are served.");
        // A target with a scheme or a host is for a proxy.
        else if (!words[1].StartsWith('/')) Refusal = (400, "The target of the request is not a path: the gateway is not a proxy.");
        else if (!IsTarget(words[1])) Refusal = Malformed;
        // The last two lines are empty.
        else if (lines.Length - 3 > MostFields) Refusal = TooLong;
        else if (!lines[1..^2].All(line => TryAdd(fields, line))) Refusal = Malformed;
        else if (!fields.ContainsKey("Host")) Refusal = (400, "The request names no host: the field Host is missing.");
        else if (HasBody(fields))
            Refusal = IsDownload(words[0]) ? (400, $"A {words[0]} request may not have a body.") : (405, OnlyDownloads);
        else Request = new HttpRequest(words[0], words[1], fields);
    }

    private static bool TryAdd(Dictionary<string, string> fields, string line)
    {
        // A space in front of the colon, and a line that continues the one before it, are read differently by different programs.
        var colon = line.IndexOf(':');
        if (colon < 0 || !IsToken(line[..colon])) return false;
        var (name, value) = (line[..colon], line[(colon + 1)..].Trim(' ', '\t'));
        if (value.Any(c => c is < ' ' and not '\t' or '\x7F')) return false;
        if (fields.TryAdd(name, value)) return true;
        if (Single.Contains(name)) return false;
        fields[name] += ", " + value;
        return true;
    }

    private static bool HasBody(Dictionary<string, string> fields) =>
        fields.ContainsKey("Transfer-Encoding") || fields.GetValueOrDefault("Content-Length", "0") != "0";

    private static bool IsTarget(string text) => text.All(c => c is > ' ' and < '\x7F' and not '#');

    private static bool IsToken(string text) => text.Length > 0 && text.All(c => char.IsAsciiLetterOrDigit(c) || TokenMarks.Contains(c));
}
