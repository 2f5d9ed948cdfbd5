namespace Accelerator.Ftp.Tests.Listings;

public sealed class ListingLinesTests
{
    private const int Max = ListingLines.MaxLineBytes;

    [Theory]
    [InlineData("a\r\nb\r\n", "a|b")]
    [InlineData("a\nb", "a|b")]
    [InlineData("a\rb\rc", "a|b|c")]
    [InlineData("a\r\r\nb\r\r\n", "a|b")]
    [InlineData("a\rb\r\nc\r\n", "a\rb|c")]
    [InlineData("\r\n\r\na", "||a")]
    [InlineData("a\r", "a")]
    [InlineData("a", "a")]
    [InlineData("", "")]
    [InlineData("\r\n", "")]
    public void Lines_end_as_the_listing_has_it(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', Read(Encoding.Latin1.GetBytes(text), int.MaxValue).Select(Encoding.Latin1.GetString)));

    [Fact]
    public void The_result_does_not_depend_on_buffer_boundaries()
    {
        // Mostly bytes that are significant to the splitter.
        var bytes = Gen.ArrayOf(Gen.Elements("\r\nab "u8.ToArray()));
        Prop.ForAll(bytes.ToArbitrary(), Gen.Choose(1, 7).ToArbitrary(), (text, piece) =>
            Assert.Equal(Read(text, int.MaxValue), Read(text, piece))).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(Max, false)]
    [InlineData(Max + 1, true)]
    [InlineData(Max * 3, true)]
    [InlineData(Max * 40, true)]
    public void A_line_that_is_too_long_is_passed_over_and_the_next_is_read(int length, bool isTooLong)
    {
        byte[] text = [.. "before\n"u8, .. Enumerable.Repeat((byte)'x', length), .. "\nafter\n"u8];
        foreach (var piece in (int[])[1000, Max, int.MaxValue])
        {
            var lines = Read(text, piece);
            Assert.Equal(3, lines.Count);
            Assert.Equal("before"u8.ToArray(), lines[0]);
            Assert.Equal(isTooLong ? TooLong.Length : length, lines[1].Length);
            Assert.Equal("after"u8.ToArray(), lines[2]);
        }
    }

    [Fact]
    public void What_was_passed_over_is_counted()
    {
        using var lines = new ListingLines();
        var text = new byte[Max * 10];
        Feed(lines, text, int.MaxValue, []);
        Assert.InRange(lines.PassedOver, Max * 9, Max * 10);
    }

    private static byte[] TooLong => "(too long)"u8.ToArray();

    private static List<byte[]> Read(byte[] bytes, int piece)
    {
        using var lines = new ListingLines();
        var read = new List<byte[]>();
        Feed(lines, bytes, piece, read);
        lines.End();
        Take(lines, read);
        return read;
    }

    private static void Feed(ListingLines lines, byte[] bytes, int piece, List<byte[]> read)
    {
        for (var rest = bytes.AsMemory(); !rest.IsEmpty;)
        {
            var free = lines.Free;
            Assert.False(free.IsEmpty);
            var count = Math.Min(Math.Min(free.Length, rest.Length), piece);
            rest[..count].CopyTo(free);
            lines.Arrived(count);
            rest = rest[count..];
            Take(lines, read);
        }
    }

    private static void Take(ListingLines lines, List<byte[]> read)
    {
        while (lines.TryRead(out var line, out var isTooLong)) read.Add(isTooLong ? TooLong : line.ToArray());
    }
}
