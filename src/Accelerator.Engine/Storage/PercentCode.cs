using System.Buffers;
using System.Globalization;
using System.Text;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Encodes characters as the upper-case hexadecimal of their UTF-8 bytes (<c>%3A</c> for a colon), and decodes them. Half a surrogate pair,
/// which UTF-8 cannot express, is written in three bytes by its number (WTF-8).
/// </summary>
internal static class PercentCode
{
    /// <summary>Where <see cref="Ftp.FtpPath.ExactName"/> maps a byte 0x80 to 0xFF that is no character: U+DC80 to U+DCFF.</summary>
    private const int ByteBase = 0xDC00;

    /// <summary>
    /// Returns whether an escape begins there. Lower-case digits count too: on Windows <c>%3a</c> and <c>%3A</c> are one name.
    /// </summary>
    public static bool IsEscape(string text, int index) =>
        index + 2 < text.Length && text[index] == '%' && char.IsAsciiHexDigit(text[index + 1]) && char.IsAsciiHexDigit(text[index + 2]);

    /// <summary>Writes a character.</summary>
    public static void Append(StringBuilder to, Rune rune)
    {
        Span<byte> bytes = stackalloc byte[4];
        Append(to, bytes[..rune.EncodeToUtf8(bytes)]);
    }

    /// <summary>Writes half a surrogate pair.</summary>
    /// <param name="to">The destination.</param>
    /// <param name="half">The half.</param>
    /// <param name="asByte">Whether a half that represents a byte is written as that byte.</param>
    public static void Append(StringBuilder to, char half, bool asByte)
    {
        if (asByte && half is >= (char)(ByteBase + 0x80) and <= (char)(ByteBase + 0xFF)) Append(to, [(byte)(half - ByteBase)]);
        else Append(to, [(byte)(0xE0 | (half >> 12)), (byte)(0x80 | ((half >> 6) & 0x3F)), (byte)(0x80 | (half & 0x3F))]);
    }

    /// <summary>
    /// Returns the text with every escape decoded. A byte that is part of no character becomes half a surrogate pair, U+DC80 to U+DCFF.
    /// </summary>
    public static string Decode(string text)
    {
        if (!text.Contains('%')) return text;
        var plain = new StringBuilder(text.Length);
        var bytes = new List<byte>();
        for (var i = 0; i < text.Length;)
        {
            for (bytes.Clear(); IsEscape(text, i); i += 3)
                bytes.Add(byte.Parse(text.AsSpan(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
            if (bytes.Count > 0) Read(plain, [.. bytes]);
            else plain.Append(text[i++]);
        }
        return plain.ToString();
    }

    private static void Read(StringBuilder to, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(bytes, out var rune, out var used) == OperationStatus.Done)
            {
                to.Append(rune.ToString());
            }
            else if (bytes is [0xED, >= 0xA0 and <= 0xBF, >= 0x80 and <= 0xBF, ..])
            {
                to.Append((char)(0xD000 | ((bytes[1] & 0x3F) << 6) | (bytes[2] & 0x3F)));
                used = 3;
            }
            else
            {
                to.Append((char)(ByteBase + bytes[0]));
                used = 1;
            }
            bytes = bytes[used..];
        }
    }

    private static void Append(StringBuilder to, ReadOnlySpan<byte> bytes)
    {
        foreach (var one in bytes) to.Append('%').Append(one.ToString("X2", CultureInfo.InvariantCulture));
    }
}
