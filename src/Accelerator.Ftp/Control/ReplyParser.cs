using System.Text;

namespace Accelerator.Ftp.Control;

/// <summary>
/// Parses lines into replies by the grammar of RFC 959 section 4.2 and nothing else. The parser does no I/O, so tests can cut every
/// transcript at every position. A multi-line reply ends at its own code followed by a space (or the end of the line); lines inside may
/// start with anything, including other codes. Some servers end it with another code of its class ("221-" to "211 End", "226-" to "250"):
/// whether such a line is the end shows only when nothing follows it.
/// </summary>
/// <param name="endings">The other codes that have ended replies of this server.</param>
internal sealed class ReplyParser(ReplyEndings? endings = null)
{
    /// <summary>
    /// Longest line accepted, in bytes. A longer line is an attack or the content of a file, not a reply (CVE-2013-1752).
    /// </summary>
    public const int MaxLineLength = 8 * 1024;

    /// <summary>Longest reply accepted, in bytes.</summary>
    public const int MaxReplyLength = 64 * 1024;

    /// <summary>Most lines in one reply.</summary>
    public const int MaxLines = 1000;

    private readonly List<string> _lines = [];
    private int _code;
    private int _length;
    private int _otherEnd;

    /// <summary>Most lines of text between two replies.</summary>
    public const int MaxSkipped = 100;

    private readonly List<string> _skipped = [];
    private bool _hasReply;

    /// <summary>Whether a line that is no reply is skipped: a server has shown by a reply that it is one.</summary>
    public bool MaySkip => _hasReply;

    /// <summary>Returns the lines of text that came before the last reply, and forgets them.</summary>
    public IReadOnlyList<string> TakeSkipped()
    {
        if (_skipped.Count == 0) return [];
        string[] lines = [.. _skipped];
        _skipped.Clear();
        return lines;
    }

    /// <summary>Whether a multi-line reply has begun and not ended.</summary>
    public bool IsInside => _lines.Count > 0;

    /// <summary>Whether the last line ends the reply if nothing follows it.</summary>
    public bool MayHaveEnded => _otherEnd != 0;

    /// <summary>Returns the reply that the last line has ended, because nothing has followed it.</summary>
    public FtpReply End()
    {
        endings?.Add(_code, _otherEnd);
        return CompleteOther(_otherEnd);
    }

    /// <summary>Takes one line without its LF; a trailing CR or NUL is dropped (bare LF, CR CR LF and CR NUL have all been seen).</summary>
    /// <returns>The reply if this line completes one, else null.</returns>
    /// <exception cref="FtpProtocolException">The line is not an FTP reply, or exceeds a limit.</exception>
    public FtpReply? Take(ReadOnlySpan<byte> line)
    {
        line = WithoutTelnet(line).TrimEnd("\r\0"u8);
        _length += line.Length + 1;
        if (line.Length > MaxLineLength || _length > MaxReplyLength || _lines.Count >= MaxLines)
            throw new FtpProtocolException(
                $"The server's reply is longer than the limit of this program ({MaxReplyLength / 1024} KiB or {MaxLines} lines); it "
                    + "was cut off.");

        if (!IsInside)
        {
            if (!TryReadCode(line, out _code))
            {
                Skip(line);
                return null;
            }
            // goftp/server begins its FEAT reply with the code twice; its "211 " would end the reply at the first line.
            if (line.StartsWith("211 211-"u8)) line = line[4..];
            if (line.Length > 3 && line[3] == '-')
            {
                _lines.Add(Decode(line[4..]));
                return null;
            }
            return Complete(line);
        }

        var isEnd = TryReadCode(line, out var code) && (line.Length == 3 || line[3] == ' ');
        if (isEnd && code == _code) return Complete(line);

        _otherEnd = isEnd && code / 100 == _code / 100 ? code : 0;
        _lines.Add(Decode(WithoutRepeatedCode(line)));
        return isEnd && endings?.Has(_code, code) is true ? CompleteOther(code) : null;
    }

    /// <summary>
    /// Returns the line behind the Telnet commands that it begins with (RFC 854): a server that reads an option in a name answers it in
    /// front of its reply.
    /// </summary>
    public static ReadOnlySpan<byte> WithoutTelnet(ReadOnlySpan<byte> line)
    {
        while (line is [CommandEncoder.Telnet, >= 0xF0 and < 0xFF and var command, ..])
            line = line[Math.Min(line.Length, command >= 0xFB ? 3 : 2)..];
        return line;
    }

    // ProFTPD (MultilineRFC2228, Debian's default) repeats "211-" on every line of FEAT.
    private ReadOnlySpan<byte> WithoutRepeatedCode(ReadOnlySpan<byte> line) =>
        line.Length > 3 && line[3] == '-' && TryReadCode(line, out var code) && code == _code ? line[4..] : line;

    // Servers print blank lines and messages of their own between replies.
    private void Skip(ReadOnlySpan<byte> line)
    {
        var isBlank = line.TrimEnd(" \t"u8).IsEmpty;
        if (!isBlank && !_hasReply) throw NotAReply(line);
        if (_skipped.Count >= MaxSkipped)
            throw new FtpProtocolException(
                $"The server sent {MaxSkipped} lines in place of a reply, the first \"{SafeText.Escape(_skipped[0])}\"; "
                    + "the session was ended.");
        if (!isBlank) _skipped.Add(Decode(line));
    }

    private FtpReply CompleteOther(int code)
    {
        var last = _lines[^1];
        _lines.RemoveAt(_lines.Count - 1);
        _code = code;
        return Complete(Encoding.Latin1.GetBytes(last));
    }

    private FtpReply Complete(ReadOnlySpan<byte> line)
    {
        _lines.Add(line.Length > 4 ? Decode(line[4..]) : "");
        var reply = new FtpReply(_code, [.. _lines]);
        _lines.Clear();
        _hasReply = true;
        (_length, _otherEnd) = (0, 0);
        return reply;
    }

    private static bool TryReadCode(ReadOnlySpan<byte> line, out int code)
    {
        code = 0;
        if (line.Length < 3 || line[0] is < (byte)'1' or > (byte)'6' || !char.IsAsciiDigit((char)line[1])
            || !char.IsAsciiDigit((char)line[2]))
            return false;
        if (line.Length > 3 && line[3] is not ((byte)' ' or (byte)'-')) return false;
        code = ((line[0] - '0') * 100) + ((line[1] - '0') * 10) + (line[2] - '0');
        return true;
    }

    private static FtpProtocolException NotAReply(ReadOnlySpan<byte> line)
    {
        var text = SafeText.Escape(Decode(line[..Math.Min(line.Length, 60)]));
        var hint = line.StartsWith("HTTP/"u8) || line.StartsWith("<"u8) ? "It looks like a web server; check the port."
            : line.StartsWith("SSH-"u8) ? "It looks like an SSH server; check the port (FTP uses 21)."
            : line is [0x15 or 0x16, ..] ? "It looks like TLS: try ftps:// (implicit TLS)."
            : "Check host and port.";
        return new FtpProtocolException($"This is not an FTP server: it sent \"{text}\". {hint}");
    }

    private static string Decode(ReadOnlySpan<byte> bytes) => Encoding.Latin1.GetString(bytes);
}
