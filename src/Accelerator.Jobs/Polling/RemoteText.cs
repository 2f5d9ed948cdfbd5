using System.Globalization;
using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Converts a server's path to text that a database can hold, and back to the same bytes: only those identify the file. Bytes that are not
/// UTF-8, control characters, and percent signs that could be read as an escape, are written <c>%XX</c>; ordinary names are unchanged.
/// </summary>
public static class RemoteText
{
    /// <summary>Returns the text of a path.</summary>
    public static string Of(FtpPath path)
    {
        var bytes = path.Bytes.Span;
        // Nearly all names of an archive are like this, and a poll converts a hundred thousand of them.
        if (!bytes.ContainsAnyExceptInRange((byte)' ', (byte)'~') && !bytes.Contains((byte)'%')) return path.Text;
        var text = new StringBuilder(bytes.Length);
        for (var i = 0; i < bytes.Length;)
        {
            var isRune = Rune.DecodeFromUtf8(bytes[i..], out var rune, out var used) == System.Buffers.OperationStatus.Done;
            if (!isRune) used = 1;
            if (isRune && !Rune.IsControl(rune) && !IsEscape(bytes[i..])) text.Append(rune.ToString());
            else foreach (var one in bytes.Slice(i, used)) text.Append('%').Append(one.ToString("X2", CultureInfo.InvariantCulture));
            i += used;
        }
        return text.ToString();
    }

    /// <summary>Returns the path of a text.</summary>
    /// <exception cref="ArgumentException">The text holds a line end or NUL, which no encoded path does.</exception>
    public static FtpPath Read(string text)
    {
        var bytes = new List<byte>(text.Length);
        var written = FtpCharsets.Utf8.GetBytes(text);
        for (var i = 0; i < written.Length; i++)
        {
            if (!IsEscape(written.AsSpan(i)))
            {
                bytes.Add(written[i]);
                continue;
            }
            bytes.Add((byte)((Digit(written[i + 1]) << 4) | Digit(written[i + 2])));
            i += 2;
        }
        byte[] all = [.. bytes];
        return FtpPath.FromBytes(all, FtpCharsets.ForName(all, FtpCharsets.Utf8));
    }

    private static bool IsEscape(ReadOnlySpan<byte> bytes) =>
        bytes is [(byte)'%', var high, var low, ..] && char.IsAsciiHexDigit((char)high) && char.IsAsciiHexDigit((char)low);

    private static int Digit(byte digit) => digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
}
