using System.Globalization;
using System.Text;

namespace Accelerator.Ftp.Sockets;

/// <summary>The client's side of HTTP CONNECT (RFC 9110 section 9.3.6), with Basic logins (RFC 7617). One round trip.</summary>
internal static class HttpConnect
{
    /// <summary>Most bytes of a reply's header: proxies send a few hundred.</summary>
    public const int LongestHeader = 8 << 10;

    private const int LongestShown = 100;

    /// <summary>Sends the request and reads the reply's header.</summary>
    /// <param name="wire">The connection to the proxy.</param>
    /// <param name="proxy">Its login is sent with the request, because each refused request would cost a connection.</param>
    /// <param name="host">An address literal, or an ASCII name that the proxy resolves.</param>
    /// <param name="port">1 to 65535.</param>
    /// <exception cref="ProxyException">The proxy refused, or is no HTTP proxy.</exception>
    public static async ValueTask RequestAsync(ProxyWire wire, ProxyAddress proxy, string host, int port)
    {
        var target = new FtpEndpoint(host, port, FtpSecurity.None);
        var login = proxy.User is null ? ""
            : $"Proxy-Authorization: Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"{proxy.User}:{proxy.Password}"))}\r\n";
        await wire.SendAsync(Encoding.ASCII.GetBytes($"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{login}\r\n")).ConfigureAwait(false);

        var left = LongestHeader;
        while (true)
        {
            var header = await ReadHeaderAsync(wire, left).ConfigureAwait(false);
            left -= header.Length;
            var lines = header.Split('\n');
            var status = SafeText.Escape(Cut(lines[0].TrimEnd('\r')));
            var code = Code(lines[0]) ?? throw Foreign(status);
            // RFC 9110 section 15.2: an interim reply precedes the final one.
            if (code is >= 100 and < 200) continue;
            if (code is >= 200 and < 300) return;
            throw Refusal(code, status[(status.IndexOf(' ') + 1)..], Schemes(lines), proxy);
        }
    }

    // One byte at a time: what follows the header is the server's, and a larger read could take it.
    private static async ValueTask<string> ReadHeaderAsync(ProxyWire wire, int most)
    {
        var header = new byte[most];
        for (var length = 0; length < most;)
        {
            await wire.FillAsync(header.AsMemory(length++, 1)).ConfigureAwait(false);
            var read = header.AsSpan(0, length);
            if (!"HTTP/"u8[..Math.Min(length, 5)].SequenceEqual(read[..Math.Min(length, 5)]))
                throw Foreign(wire.Show(read));
            // RFC 9112 section 2.2: a bare LF may end a line.
            if (read.EndsWith("\n\r\n"u8) || read.EndsWith("\n\n"u8)) return Encoding.Latin1.GetString(read);
        }
        throw new ProxyException(ProxyFault.Foreign, $"sent a reply without an end (more than {LongestHeader >> 10} KiB)");
    }

    // "HTTP/1.1 200 Connection established".
    private static int? Code(string line)
    {
        var space = line.IndexOf(' ');
        return space > 0 && line.Length >= space + 4
            && int.TryParse(line.AsSpan(space + 1, 3), NumberStyles.None, CultureInfo.InvariantCulture, out var code) ? code : null;
    }

    private static ProxyException Refusal(int code, string status, string schemes, ProxyAddress proxy) => code switch
    {
        // tinyproxy answers a wrong login with 401.
        401 or 407 when schemes.Length > 0 && !schemes.Contains("Basic", StringComparison.OrdinalIgnoreCase) =>
            new(ProxyFault.Login, $"accepts only logins by {schemes}, and not Basic ({status})"),
        401 or 407 when proxy.User is null => new(ProxyFault.Login, $"requires a login ({status})"),
        401 or 407 => new(ProxyFault.Login, $"refused the login of {SafeText.Escape(proxy.User!)} ({status})"),
        // A web server refuses CONNECT itself: it is no proxy, or none for this.
        405 or 501 => new(ProxyFault.Foreign, $"does not offer CONNECT ({status})"),
        // tinyproxy sends 500 where others send 502, 503 or 504.
        >= 500 => new(ProxyFault.Unreachable, $"cannot reach the server ({status})"),
        _ => new(ProxyFault.Refused, $"does not allow this connection ({status})"),
    };

    // RFC 9110 section 11.7.1: one scheme a line is what proxies send.
    private static string Schemes(string[] lines) => string.Join(", ",
        from line in lines
        where line.StartsWith("Proxy-Authenticate:", StringComparison.OrdinalIgnoreCase)
        let scheme = line[19..].Trim().Split(' ')[0]
        where scheme.Length > 0
        select SafeText.Escape(Cut(scheme)));

    private static ProxyException Foreign(string sent) =>
        new(ProxyFault.Foreign, $"did not answer as an HTTP proxy (it sent \"{sent}\")");

    private static string Cut(string text) => text.Length <= LongestShown ? text : text[..LongestShown];
}
