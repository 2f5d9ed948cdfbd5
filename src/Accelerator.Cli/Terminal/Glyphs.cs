using System.Text;

namespace Accelerator.Cli.Terminal;

/// <summary>The characters of the progress line.</summary>
/// <param name="Full">The completed part of the bar.</param>
/// <param name="Empty">The remaining part of the bar.</param>
/// <param name="Ellipsis">Replaces text that was cut off.</param>
internal sealed record Glyphs(char Full, char Empty, string Ellipsis)
{
    /// <summary>The characters for terminals that can display blocks.</summary>
    public static Glyphs Unicode { get; } = new('█', '░', "…");

    /// <summary>The characters for all other terminals.</summary>
    public static Glyphs Ascii { get; } = new('#', '-', "..");

    /// <summary>Returns whether an encoding has these characters.</summary>
    public bool CanBeWrittenIn(Encoding encoding)
    {
        var all = $"{Full}{Empty}{Ellipsis}";
        return encoding.GetString(encoding.GetBytes(all)) == all;
    }

    /// <summary>
    /// Returns whether a Windows console with this code page draws the bar one column per character: 437, 850 and UTF-8 do. The Chinese,
    /// Japanese and Korean code pages draw the blocks two columns wide or not at all. The fonts of all of them have the ellipsis.
    /// </summary>
    public bool AreNarrowIn(Encoding codePage) =>
        codePage is UTF8Encoding || (codePage.IsSingleByte && (this with { Ellipsis = "" }).CanBeWrittenIn(codePage));
}
