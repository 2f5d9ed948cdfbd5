using System.Text;

namespace Accelerator.Cli.Terminal;

/// <summary>The characters of the progress line.</summary>
/// <param name="Full">A finished part of the bar.</param>
/// <param name="Empty">A part to come.</param>
/// <param name="Ellipsis">In place of what was cut.</param>
internal sealed record Glyphs(char Full, char Empty, string Ellipsis)
{
    /// <summary>For terminals that can show blocks.</summary>
    public static Glyphs Unicode { get; } = new('█', '░', "…");

    /// <summary>For all others.</summary>
    public static Glyphs Ascii { get; } = new('#', '-', "..");

    /// <summary>Whether an encoding has these characters.</summary>
    public bool CanBeWrittenIn(Encoding encoding)
    {
        var all = $"{Full}{Empty}{Ellipsis}";
        return encoding.GetString(encoding.GetBytes(all)) == all;
    }

    /// <summary>
    /// Whether a Windows console of this code page draws the bar one column a character: 437, 850 and UTF-8 do. Those of Chinese, Japanese
    /// and Korean draw the blocks two columns wide or not at all. The ellipsis is in the fonts of all of them.
    /// </summary>
    public bool AreNarrowIn(Encoding codePage) =>
        codePage is UTF8Encoding || (codePage.IsSingleByte && (this with { Ellipsis = "" }).CanBeWrittenIn(codePage));
}
