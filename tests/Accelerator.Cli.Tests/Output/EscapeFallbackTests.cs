using System.Text;
using Accelerator.Cli.Output;

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
    public void A_character_that_the_code_page_does_not_have_is_written_by_its_number(int codePage, string text, string expected)
    {
        var encoding = EscapeFallback.In(CodePagesEncodingProvider.Instance.GetEncoding(codePage)!);
        Assert.Equal(expected, encoding.GetString(encoding.GetBytes(text)));
        Assert.Equal(codePage, encoding.CodePage);
    }

    [Theory]
    [InlineData("latin1", "위é", "\\uC704é")]
    [InlineData("us-ascii", "é", "\\u00E9")]
    public void The_encodings_that_the_runtime_has_built_in_do_so_too(string name, string text, string expected)
    {
        var encoding = EscapeFallback.In(Encoding.GetEncoding(name));
        Assert.Equal(expected, encoding.GetString(encoding.GetBytes(text)));
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

    /// <summary>What .NET answers where GetConsoleOutputCP fails.</summary>
    private sealed class NoCodePage : Encoding
    {
        public override int CodePage => 0;

        public override int GetByteCount(char[] chars, int index, int count) => count;

        public override int GetBytes(char[] chars, int charIndex, int charCount, byte[] bytes, int byteIndex) => charCount;

        public override int GetCharCount(byte[] bytes, int index, int count) => count;

        public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex) => byteCount;

        public override int GetMaxByteCount(int charCount) => charCount;

        public override int GetMaxCharCount(int byteCount) => byteCount;
    }
}
