using System.Globalization;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// Server text made safe to print. C0 and C1 controls and the bidirectional overrides can move a terminal's cursor, set its
/// title or reverse what is read (CVE-2004-1488 is one of many), so none of them reaches a screen or a log as it came.
/// </summary>
public static class SafeText
{
    /// <summary>The text with control, format, private and unassigned characters written as <c>\xNN</c> or <c>\uNNNN</c>.</summary>
    public static string Escape(string text)
    {
        if (text.All(IsPlain)) return text;

        var safe = new StringBuilder(text.Length + 16);
        foreach (var c in text)
        {
            if (IsPlain(c)) safe.Append(c);
            else if (c <= 0xFF) safe.Append(CultureInfo.InvariantCulture, $"\\x{(int)c:X2}");
            else safe.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:X4}");
        }
        return safe.ToString();
    }

    private static bool IsPlain(char c) => char.GetUnicodeCategory(c) is not (UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse);
}
