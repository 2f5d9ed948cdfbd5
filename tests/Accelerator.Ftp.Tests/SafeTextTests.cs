namespace Accelerator.Ftp.Tests;

public sealed class SafeTextTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("a plain line, 가나다 and é 😀", "a plain line, 가나다 and é 😀")]
    [InlineData("\u001B[2J", @"\x1B[2J")]
    [InlineData("\u001B]0;title\u0007", @"\x1B]0;title\x07")]
    [InlineData("\u009B31m\u0090q\u009C", @"\x9B31m\x90q\x9C")]
    [InlineData("\r\n\t\0\u007F", @"\x0D\x0A\x09\x00\x7F")]
    [InlineData("cod.\u202Eexe", @"cod.\u202Eexe")]
    [InlineData("\u2066a\u2069\u200B\uFEFF", @"\u2066a\u2069\u200B\uFEFF")]
    [InlineData("\u2028\u2029", @"\u2028\u2029")]
    [InlineData("\uE000", @"\uE000")]
    [InlineData("\U000E0041\U0001F600", @"\U000E0041😀")]
    public void Control_characters_are_written_as_escapes(string text, string safe) => Assert.Equal(safe, SafeText.Escape(text));

    [Fact]
    public void Half_a_surrogate_pair_is_written_as_an_escape() => Assert.Equal(@"a\uD800b\uDC00", SafeText.Escape("a\uD800b\uDC00"));

    [Fact]
    public void No_text_leaves_a_control_or_format_character() => Prop.ForAll<string>(text =>
    {
        foreach (var rune in SafeText.Escape(text ?? "").EnumerateRunes())
        {
            Assert.DoesNotContain(Rune.GetUnicodeCategory(rune), new[] { UnicodeCategory.Control, UnicodeCategory.Format, UnicodeCategory.LineSeparator });
        }
    }).QuickCheckThrowOnFailure();
}
