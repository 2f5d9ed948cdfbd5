namespace Accelerator.Cli.Tests.Output;

public sealed class EscapeFallbackTests
{
    [Theory]
    [InlineData(437, "é.bin", "é.bin")]
    [InlineData(437, "위성 é.bin", "\\uC704\\uC131 é.bin")]
    [InlineData(850, "a…b", "a\\u2026b")]
    [InlineData(949, "위성.bin", "위성.bin")]
    [InlineData(949, "é", "\\u00E9")]
    [InlineData(932, "データ", "データ")]
    [InlineData(1252, "🛰 up", "\\U0001F6F0 up")]
    [InlineData(28591, "위é", "\\uC704é")]
    [InlineData(20127, "é", "\\u00E9")]
    public void A_character_that_the_code_page_does_not_have_is_written_by_its_number(int codePage, string text, string expected)
    {
        // latin1 and us-ascii are built into the runtime.
        var encoding = EscapeFallback.In(codePage is 28591 or 20127 ? Encoding.GetEncoding(codePage) : CodePagesEncodingProvider.Instance.GetEncoding(codePage)!);
        Assert.Equal(expected, encoding.GetString(encoding.GetBytes(text)));
        Assert.Equal(codePage, encoding.CodePage);
    }

    [Fact]
    public void UTF8_stays_and_writes_no_mark()
    {
        var encoding = EscapeFallback.In(Encoding.UTF8);
        Assert.Equal("위성🛰"u8.ToArray(), encoding.GetBytes("위성🛰"));
        Assert.Equal([], encoding.GetPreamble());
    }

    [Fact]
    public void A_process_without_a_console_writes_UTF8() => Assert.IsType<UTF8Encoding>(EscapeFallback.In(new NoCodePage()));

    [Fact]
    public void Text_in_pieces_is_escaped_like_text_in_one()
    {
        using var bytes = new MemoryStream();
        using (var writer = new StreamWriter(bytes, EscapeFallback.In(CodePagesEncodingProvider.Instance.GetEncoding(437)!), bufferSize: 128) { AutoFlush = true })
        {
            for (var i = 0; i < 500; i++) writer.Write("위");
            writer.Write('\ud83d');
            writer.Write('\udef0');
        }
        Assert.Equal(string.Concat(Enumerable.Repeat("\\uC704", 500)) + "\\U0001F6F0", Encoding.ASCII.GetString(bytes.ToArray()));
    }

    /// <summary>The encoding that .NET returns if GetConsoleOutputCP fails.</summary>
    private sealed class NoCodePage : UnicodeEncoding
    {
        public override int CodePage => 0;
    }
}
