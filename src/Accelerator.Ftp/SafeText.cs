using System.Globalization;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// Escapes server text for printing. C0 and C1 controls and the bidirectional overrides can move a terminal's cursor, set its title or
/// reverse the displayed text (CVE-2004-1488 is one of many), so none of them reaches a screen or a log unescaped.
/// </summary>
public static class SafeText
{
    /// <summary>
    /// Returns the text with control, format, private and unassigned characters, and half surrogate pairs, written as <c>\xNN</c>,
    /// <c>\uNNNN</c> or <c>\UNNNNNNNN</c>.
    /// </summary>
    public static string Escape(string text)
    {
        if (text.All(c => IsPlain(char.GetUnicodeCategory(c)))) return text;

        var safe = new StringBuilder(text.Length + 16);
        for (var i = 0; i < text.Length;)
        {
            if (Rune.TryGetRuneAt(text, i, out var rune))
            {
                if (IsPlain(Rune.GetUnicodeCategory(rune))) safe.Append(text, i, rune.Utf16SequenceLength);
                else safe.Append(Written(rune.Value));
                i += rune.Utf16SequenceLength;
            }
            else
            {
                safe.Append(Written(text[i++]));
            }
        }
        return safe.ToString();
    }

    private static string Written(int c) => c switch { <= 0xFF => $"\\x{c:X2}", <= 0xFFFF => $"\\u{c:X4}", _ => $"\\U{c:X8}" };

    private static bool IsPlain(UnicodeCategory category) =>
        category is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
        or UnicodeCategory.ParagraphSeparator or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse
            or UnicodeCategory.Surrogate);
}
