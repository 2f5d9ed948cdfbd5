using System.Diagnostics.CodeAnalysis;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>Helpers of all targets: inputs as text, and the checks of text that is printed.</summary>
internal static class Foreign
{
    public static readonly Encoding[] Charsets = [FtpCharsets.Utf8, FtpCharsets.Find("cp949")!, FtpCharsets.Find("shift_jis")!, Encoding.Latin1];

    private static readonly UnicodeCategory[] Steering =
    [
        UnicodeCategory.Control, UnicodeCategory.Format, UnicodeCategory.LineSeparator, UnicodeCategory.ParagraphSeparator, UnicodeCategory.OtherNotAssigned,
        UnicodeCategory.PrivateUse, UnicodeCategory.Surrogate,
    ];

    /// <summary>
    /// Decodes an input as text: UTF-8, with half a surrogate pair (U+DC80 to U+DCFF) for each byte that is not UTF-8. Input that begins
    /// with 0xFE is UTF-16, so that any half can occur.
    /// </summary>
    public static string Text(ReadOnlySpan<byte> bytes)
    {
        if (bytes is [0xFE, .. var units]) return Units(units);
        var text = new StringBuilder(bytes.Length);
        while (!bytes.IsEmpty)
        {
            var isWhole = Rune.DecodeFromUtf8(bytes, out var rune, out var used) == System.Buffers.OperationStatus.Done;
            if (!isWhole) used = 1;
            text.Append(isWhole ? rune.ToString() : ((char)(0xDC00 + bytes[0])).ToString());
            bytes = bytes[used..];
        }
        return text.ToString();
    }

    /// <summary>
    /// Returns whether an input is accepted, and its result. A refused input throws the documented exception, which the caller may inspect.
    /// </summary>
    public static bool IsTaken<T, TRefusal>(Func<T> read, [MaybeNullWhen(false)] out T taken, Action<TRefusal>? look = null)
        where TRefusal : Exception
    {
        try
        {
            taken = read();
            return true;
        }
        catch (TRefusal e)
        {
            look?.Invoke(e);
            taken = default;
            return false;
        }
    }

    /// <summary>Returns a number that depends on the input alone.</summary>
    public static ulong Number(ReadOnlySpan<byte> bytes)
    {
        var hash = 14695981039346656037;
        foreach (var value in bytes) hash = (hash ^ value) * 1099511628211;
        return hash;
    }

    /// <summary>Fails where a text could control the terminal it is printed on.</summary>
    public static void AssertSafe(string? text)
    {
        for (var i = 0; i < text?.Length;)
        {
            Assert.True(Rune.TryGetRuneAt(text, i, out var rune), $"Half a surrogate pair U+{(int)text[i]:X4} at {i}.");
            Assert.False(Steering.Contains(Rune.GetUnicodeCategory(rune)), $"U+{rune.Value:X4} at {i} is {Rune.GetUnicodeCategory(rune)}.");
            i += rune.Utf16SequenceLength;
        }
    }

    /// <summary>Returns whether a text consists of complete characters.</summary>
    public static bool IsWhole(string text)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if (char.IsSurrogatePair(text, i)) i++;
            else if (char.IsSurrogate(text[i])) return false;
        }
        return true;
    }

    private static string Units(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder(bytes.Length / 2);
        for (var i = 0; i + 1 < bytes.Length; i += 2) text.Append((char)((bytes[i] << 8) | bytes[i + 1]));
        return text.ToString();
    }
}
