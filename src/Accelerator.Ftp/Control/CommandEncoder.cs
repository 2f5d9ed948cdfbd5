using System.Text;

namespace Accelerator.Ftp.Control;

/// <summary>The only place where a command becomes bytes, so that no argument can smuggle in a second command.</summary>
internal static class CommandEncoder
{
    /// <summary>
    /// Longest line sent, bytes, CR LF included. Servers that read in fixed 512 or 1024 byte buffers split longer ones (CVE-2008-4247).
    /// </summary>
    public const int MaxLength = 1000;

    /// <summary>Encodes <c>VERB argument CR LF</c>.</summary>
    /// <exception cref="ArgumentException">The argument holds CR, LF or NUL, or the line would be too long.</exception>
    public static byte[] Encode(string verb, ReadOnlySpan<byte> argument)
    {
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
        var written = Encoding.ASCII.GetBytes(verb, line);
        if (!argument.IsEmpty)
        {
            line[written++] = (byte)' ';
            argument.CopyTo(line.AsSpan(written));
        }
        line[^2] = (byte)'\r';
        line[^1] = (byte)'\n';
        return line;
    }
}
