using System.Text;

namespace Accelerator.Ftp.Control;

/// <summary>The only place where a command becomes bytes, so that no argument can smuggle in a second command.</summary>
internal static class CommandEncoder
{
    /// <summary>
    /// Longest line sent, bytes, CR LF included. Servers that read in fixed 512 or 1024 byte buffers split longer ones (CVE-2008-4247).
    /// </summary>
    public const int MaxLength = 1000;

    /// <summary>Telnet's "interpret as command" (RFC 854).</summary>
    public const byte Telnet = 0xFF;

    /// <summary>Encodes <c>VERB argument CR LF</c>.</summary>
    /// <param name="verb">One byte a character.</param>
    /// <param name="argument">Its bytes.</param>
    /// <param name="doublesTelnet">Whether a byte FF is sent twice: a control connection is a Telnet connection (RFC 959 section 3),
    /// where a single one begins an option, and servers that read options lose it with the bytes behind it (ProFTPD).</param>
    /// <exception cref="ArgumentException">The argument holds CR, LF or NUL, or the line would be too long.</exception>
    public static byte[] Encode(string verb, ReadOnlySpan<byte> argument, bool doublesTelnet = false)
    {
        if (doublesTelnet && argument.Contains(Telnet)) argument = Doubled(argument);
        if (argument.IndexOfAny((byte)'\r', (byte)'\n', (byte)0) >= 0)
            throw new ArgumentException(
                $"The argument of {verb} holds a carriage return, a line feed or NUL; "
                    + "it was not sent, because it would be read as another command.");

        var length = verb.Length + (argument.IsEmpty ? 0 : 1 + argument.Length) + 2;
        if (length > MaxLength)
            throw new ArgumentException(
                $"The argument of {verb} is {argument.Length} bytes long; FTP servers accept about "
                    + $"{MaxLength - verb.Length - 3}. Use a shorter path.");

        var line = new byte[length];
        var written = Encoding.Latin1.GetBytes(verb, line);
        if (!argument.IsEmpty)
        {
            line[written++] = (byte)' ';
            argument.CopyTo(line.AsSpan(written));
        }
        line[^2] = (byte)'\r';
        line[^1] = (byte)'\n';
        return line;
    }

    private static byte[] Doubled(ReadOnlySpan<byte> argument)
    {
        var bytes = new List<byte>(argument.Length + 2);
        foreach (var one in argument)
        {
            if (one == Telnet) bytes.Add(one);
            bytes.Add(one);
        }
        return [.. bytes];
    }
}
