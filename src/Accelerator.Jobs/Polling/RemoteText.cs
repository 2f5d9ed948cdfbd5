using System.Globalization;
using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// A server's path as text that a database can hold, and the same bytes again: only those name the file. Bytes that are no UTF-8, controls,
/// and percent signs that could be read as an escape, are written <c>%XX</c>; ordinary names stay what they are.
/// </summary>
public static class RemoteText
{
    /// <summary>The text of a path.</summary>
    public static string Of(FtpPath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        var bytes = path.Bytes.Span;
        // Nearly all names of an archive are like this, and a look asks for a hundred thousand of them.
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

    /// <summary>The path of a text.</summary>
    /// <exception cref="ArgumentException">It holds a line end or NUL: no server's path was written so.</exception>
    public static FtpPath Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
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
