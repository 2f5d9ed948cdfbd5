using System.Text;

namespace Accelerator.Gateway.Protocol;

/// <summary>One command of a client.</summary>
/// <param name="Verb">Upper case.</param>
/// <param name="Argument">The rest of the line, one char for each byte, without CR, LF and NUL; empty for none.</param>
internal readonly record struct CommandLine(string Verb, string Argument)
{
    // The first word of a browser or an HTTP client: a page could otherwise make a browser send FTP commands to a gateway on loopback.
    private static readonly HashSet<string> HttpVerbs =
        ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI"];

    /// <summary>Whether the line begins an HTTP request.</summary>
    public bool IsHttp => HttpVerbs.Contains(Verb);

    /// <summary>The bytes of the argument.</summary>
    public byte[] Bytes => Encoding.Latin1.GetBytes(Argument);

    /// <summary>Reads a line without its line end. Telnet's interrupt and synch in front of ABOR are skipped (RFC 959, 4.1.3).</summary>
    public static CommandLine Parse(ReadOnlySpan<byte> line)
    {
        // IAC and a command, 240 or more; where urgent data is dropped on its way, the command of the last IAC is missing.
        while (line is [0xFF, ..]) line = line is [_, >= 240, ..] ? line[2..] : line[1..];
        while (line is [0xF2, ..]) line = line[1..];
        var text = Encoding.Latin1.GetString(line);
        var space = text.IndexOf(' ');
        return space < 0 ? new(text.ToUpperInvariant(), "") : new(text[..space].ToUpperInvariant(), text[(space + 1)..]);
    }
}
