using System.Globalization;
using System.Text;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// Encodes text so that both databases can store it. A name from a server may hold half surrogates (bytes that are not valid in its
/// charset), and an error may quote NUL; PostgreSQL refuses both, and SQLite would make two such names equal. They are written as U+241B
/// (the picture of ESC) and four hexadecimal digits, and so is U+241B itself.
/// </summary>
internal static class LedgerText
{
    private const char Mark = '\u241B';

    public static string Write(string text)
    {
        var first = 0;
        while (first < text.Length && IsPlain(text[first])) first++;
        if (first == text.Length) return text;
        var written = new StringBuilder(text.Length + 16);
        for (var i = 0; i < text.Length; i++)
        {
            if (IsPlain(text[i])) written.Append(text[i]);
            else if (char.IsSurrogatePair(text, i)) written.Append(text[i]).Append(text[++i]);
            else written.Append(Mark).Append(((int)text[i]).ToString("X4", CultureInfo.InvariantCulture));
        }
        return written.ToString();
    }

    public static string Read(string text)
    {
        if (!text.Contains(Mark, StringComparison.Ordinal)) return text;
        var read = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == Mark && i + 4 < text.Length
                && ushort.TryParse(text.AsSpan(i + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
            {
                read.Append((char)code);
                i += 4;
            }
            else
            {
                read.Append(text[i]);
            }
        }
        return read.ToString();
    }

    private static bool IsPlain(char c) => c is not ('\0' or Mark) && !char.IsSurrogate(c);
}
