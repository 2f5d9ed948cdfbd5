namespace Accelerator.Cli.Tests.Output;

public sealed class FormatTests
{
    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(999, "999 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1.00 KiB")]
    [InlineData(1536, "1.50 KiB")]
    [InlineData(10 * 1048576, "10.0 MiB")]
    [InlineData(1023.6 * 1048576, "1.00 GiB")]
    [InlineData(123.4 * 1073741824, "123 GiB")]
    [InlineData(double.NaN, "0 B")]
    [InlineData(-5, "0 B")]
    public void A_size_has_three_digits(double bytes, string text) => Assert.Equal(text, Format.Size(bytes));

    [Theory]
    [InlineData(1_178_750_000, "9.43 Gbit/s")]
    [InlineData(124_999_999, "1.00 Gbit/s")]
    [InlineData(10, "80 bit/s")]
    public void A_line_rate_is_in_decimal_bits(double bytesPerSecond, string text) => Assert.Equal(text, Format.Bits(bytesPerSecond));

    [Theory]
    [InlineData(0.04, "0.0 s", "0:00")]
    [InlineData(59.94, "59.9 s", "0:59")]
    [InlineData(59.96, "1:00", "0:59")]
    [InlineData(185, "3:05", "3:05")]
    [InlineData(3723, "1:02:03", "1:02:03")]
    [InlineData(273600, "3d04h", "3d04h")]
    public void A_time_is_short(double seconds, string took, string clock) =>
        Assert.Equal((took, clock), (Format.Took(TimeSpan.FromSeconds(seconds)), Format.Clock(TimeSpan.FromSeconds(seconds))));

    [Fact]
    public void The_remaining_time_is_rounded_up() => Assert.Equal("0:01 left", Format.Left(TimeSpan.FromSeconds(0.1)));

    [Fact]
    public void The_bar_of_blocks_is_used_where_the_console_has_blocks()
    {
        Assert.True(Glyphs.Unicode.CanBeWrittenIn(Encoding.UTF8));
        Assert.False(Glyphs.Unicode.CanBeWrittenIn(Encoding.ASCII));
        Assert.True(Glyphs.Ascii.CanBeWrittenIn(Encoding.ASCII));
    }

    [Theory]
    [InlineData(437, true)]
    [InlineData(850, true)]
    [InlineData(866, true)]
    [InlineData(1252, false)]
    [InlineData(932, false)]
    [InlineData(936, false)]
    [InlineData(949, false)]
    public void On_Windows_the_code_page_determines_whether_a_block_takes_one_column(int codePage, bool areNarrow)
    {
        Assert.Equal(areNarrow, Glyphs.Unicode.AreNarrowIn(EscapeFallback.In(CodePagesEncodingProvider.Instance.GetEncoding(codePage)!)));
        Assert.True(Glyphs.Unicode.AreNarrowIn(EscapeFallback.In(Encoding.UTF8)));
    }

    [Theory]
    [InlineData("abc", 3)]
    [InlineData("위성", 4)]
    [InlineData("日本語", 6)]
    [InlineData("é", 1)]
    [InlineData("e\u0301", 1)]
    [InlineData("🚀", 2)]
    public void Wide_letters_take_two_columns(string text, int columns) => Assert.Equal(columns, CellWidth.Of(text));

    [Theory]
    [InlineData("abcdef", 6, "abcdef")]
    [InlineData("abcdef", 5, "..def")]
    [InlineData("위성데이터", 7, "..이터")]
    [InlineData("a🚀🚀", 4, "..🚀")]
    [InlineData("abcdef", 1, "")]
    public void The_end_of_a_name_is_kept(string text, int columns, string kept) => Assert.Equal(kept, CellWidth.KeepEnd(text, columns, ".."));

    [Theory]
    [InlineData("a sentence", 10, "a sentence")]
    [InlineData("a sentence", 6, "a se..")]
    [InlineData("위성자료.bin", 6, "위성..")]
    [InlineData("위성자료.bin", 5, "위..")]
    [InlineData("a sentence", 1, "")]
    public void The_start_of_a_sentence_is_kept(string text, int columns, string kept) => Assert.Equal(kept, CellWidth.KeepStart(text, columns, ".."));
}
