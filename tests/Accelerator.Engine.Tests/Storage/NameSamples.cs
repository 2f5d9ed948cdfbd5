namespace Accelerator.Engine.Tests.Storage;

/// <summary>
/// Names that a server may send, composed of sequences that are special on one of the systems and of arbitrary characters.
/// </summary>
internal static class NameSamples
{
    private static readonly string[] Parts =
    [
        "%", "%3A", "%c3", "%ED", "2", "5", "a", "A", "b", "B", "é", "É", "K", "k", "\u212A", "con", "COM1", "lpt¹", "nul", "AUX", "CONIN$", "nul .x", "com1 .",
        ".", "..", " ", "~1", "~", ":", "\\", "/", "\0", "*", "?", "\"", "<", ">", "|", "\u0001", "\u001B", "\u0085", "\u202E", "\u200D",
        "\uFEFF", "\u2028", "위", "가", "\u1100\u1161", "😀", "\U00010400", "\U00010428", "\U000E0041", "\uD800", "\uDC00", "\uDC80", "\uDCC3", "\uDCA9",
        "\uDCED", "\uDCB3", "\uDCE2", "\uFFFD", "\uFFFF", "\uF03A", ".part",
    ];

    private static readonly Gen<string> Part = Gen.Frequency((8, Gen.Elements(Parts)), (1, Gen.Choose(0, 0xFFFF).Select(c => ((char)c).ToString())));

    /// <summary>Names of up to two dozen parts: longer names repeat the same cases.</summary>
    public static Gen<string> Names { get; } = Part.ArrayOf().Resize(24).Select(string.Concat);

    /// <summary>Sets of short names: two names collide by a few letters.</summary>
    public static Gen<string[]> Sets { get; } = Part.ArrayOf().Resize(8).Select(string.Concat).ArrayOf().Resize(30);

    /// <summary>Enough cases for pairs of parts to meet.</summary>
    public static Config Many { get; } = Config.QuickThrowOnFailure.WithMaxTest(2000);
}
