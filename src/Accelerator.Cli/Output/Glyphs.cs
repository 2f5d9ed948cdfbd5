using System.Text;

namespace Accelerator.Cli.Output;

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

    /// <summary>Whether the encoding of a console has these characters. Code page 437 and UTF-8 do, code page 949 does not.</summary>
    public bool CanBeWrittenIn(Encoding encoding)
    {
        var all = $"{Full}{Empty}{Ellipsis}";
        return encoding.GetString(encoding.GetBytes(all)) == all;
    }
}
