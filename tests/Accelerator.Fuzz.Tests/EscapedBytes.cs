namespace Accelerator.Fuzz.Tests;

/// <summary>
/// Bytes as lines of text. "&lt; " begins an input, "| " continues it, "+ " is a word of a dictionary, "#" a comment. <c>\r</c>, <c>\n</c>,
/// <c>\t</c>, <c>\\</c> and <c>\xNN</c> have the same meaning as in C; any other character represents its UTF-8 bytes.
/// </summary>
internal static class EscapedBytes
{
    private const int LongestLine = 140;

    /// <summary>The inputs and the words of a file.</summary>
    public static (IReadOnlyList<byte[]> Inputs, IReadOnlyList<byte[]> Words) Read(string path)
    {
        var inputs = new List<byte[]>();
        var words = new List<byte[]>();
        foreach (var line in File.ReadLines(path).Where(line => line.Length > 0 && line[0] != '#'))
        {
            var bytes = Unescape(line.Length > 2 ? line[2..] : "");
            if (line[0] == '<') inputs.Add(bytes);
            else if (line[0] == '|') inputs[^1] = [.. inputs[^1], .. bytes];
            else if (line[0] == '+') words.Add(bytes);
            else throw new FormatException($"{path}: \"{line}\" begins with none of < | + #.");
        }
        return (inputs, words);
    }

    /// <summary>Writes one input as its lines; a new line begins after each line feed.</summary>
    public static string Write(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder("< ");
        var begun = 0;
        for (var i = 0; i < bytes.Length; i++)
        {
            text.Append(Escape(bytes[i]));
            if (i + 1 == bytes.Length || (bytes[i] != '\n' && text.Length - begun < LongestLine)) continue;
            text.Append('\n');
            begun = text.Length;
            text.Append("| ");
        }
        return text.Append('\n').ToString();
    }

    // Escape a blank, because editors remove one at the end of a line.
    private static string Escape(byte value) => value switch
    {
        (byte)'\r' => @"\r",
        (byte)'\n' => @"\n",
        (byte)'\t' => @"\t",
        (byte)'\\' => @"\\",
        > (byte)' ' and < 127 => ((char)value).ToString(),
        _ => $"\\x{value:X2}",
    };

    private static byte[] Unescape(string text)
    {
        var bytes = new List<byte>();
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                var length = char.IsSurrogatePair(text, i) ? 2 : 1;
                bytes.AddRange(Encoding.UTF8.GetBytes(text, i, length));
                i += length - 1;
                continue;
            }
            var isNumber = text[++i] == 'x';
            bytes.Add(text[i] switch
            {
                'r' => 13,
                'n' => 10,
                't' => 9,
                'x' => byte.Parse(text.AsSpan(i + 1, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture),
                var other => (byte)other,
            });
            if (isNumber) i += 2;
        }
        return [.. bytes];
    }
}
