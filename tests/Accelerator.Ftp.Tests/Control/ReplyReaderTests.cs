namespace Accelerator.Ftp.Tests.Control;

public sealed class ReplyReaderTests
{
    // Mostly fragments of valid replies, so that many of the generated streams get far into the grammar.
    private static readonly Gen<byte[]> Streams = Gen.OneOf(
        Gen.Elements("220 ready\r\n", "220-\r\n", "220\n", "211-Feat\r\n", "211-SIZE\r\r\n", "211 End\r\0\n", "211 211-x\n", "421 bye\r\n", " text\r\n", "SSH-2.0\r\n", "HTTP/1.1 400\n")
            .Select(Encoding.Latin1.GetBytes),
        Gen.Elements("0123456 -\r\n\0x"u8.ToArray()).Select(one => new[] { one }),
        Gen.Choose(0, 255).Select(one => new[] { (byte)one }))
        .ArrayOf().Select(parts => parts.SelectMany(part => part).ToArray());

    public static TheoryData<Fragmentation> Fragmentations => [Fragmentation.Whole, Fragmentation.Line, Fragmentation.Byte];

    [Theory]
    [MemberData(nameof(Fragmentations))]
    public async Task Replies_come_out_one_by_one(Fragmentation fragmentation)
    {
        var stream = PiecewiseStream.Of("220-Hello\r\n 230 inside\r\n220 ready\r\n331 password\n230-\r\r\n230 in\r\0\n226\r\n220-a\n\nb\n220 c\n", fragmentation);
        var reader = new ReplyReader(stream);
        var seen = new List<string>();
        for (var i = 0; i < 5; i++) seen.Add(Show(await reader.ReadAsync(CancellationToken.None)));

        Assert.Equal(["220 Hello| 230 inside|ready", "331 password", "230 |in", "226 ", "220 a||b|c"], seen);
        await Assert.ThrowsAsync<EndOfStreamException>(async () => await reader.ReadAsync(CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Fragmentations))]
    public async Task A_line_or_a_banner_without_end_is_cut_off(Fragmentation fragmentation)
    {
        var line = new ReplyReader(PiecewiseStream.Of("220 " + new string('x', 100_000), fragmentation));
        var refusal = await Assert.ThrowsAsync<FtpProtocolException>(async () => await line.ReadAsync(CancellationToken.None));
        Assert.Contains("64 KiB", refusal.Message);
        var banner = new ReplyReader(PiecewiseStream.Of(string.Concat(Enumerable.Repeat("220-" + new string('x', 2000) + "\r\n", 100)), fragmentation));
        await Assert.ThrowsAsync<FtpProtocolException>(async () => await banner.ReadAsync(CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Fragmentations))]
    public async Task A_long_line_loses_its_middle_and_no_reply_after_it(Fragmentation fragmentation)
    {
        var reader = new ReplyReader(PiecewiseStream.Of($"220 {new string('x', 17_000)}\r\n331 next\r\n", fragmentation));
        Assert.Equal(220, (await reader.ReadAsync(CancellationToken.None)).Code);
        Assert.Equal("331 next", Show(await reader.ReadAsync(CancellationToken.None)));
    }

    [Theory]
    [MemberData(nameof(Fragmentations))]
    public async Task Blank_lines_are_no_replies_and_neither_is_text_after_the_first_reply(Fragmentation fragmentation)
    {
        var reader = new ReplyReader(PiecewiseStream.Of("\r\n  \r\n220 ready\r\n\r\n*** Welcome ***\r\nall of you\r\n331 next\r\n", fragmentation));
        Assert.Equal("220 ready", Show(await reader.ReadAsync(CancellationToken.None)));
        Assert.Empty(reader.TakeSkipped());
        Assert.Equal("331 next", Show(await reader.ReadAsync(CancellationToken.None)));
        Assert.Equal(["*** Welcome ***", "all of you"], reader.TakeSkipped());

        var endless = new ReplyReader(PiecewiseStream.Of("220 ready\r\n" + string.Concat(Enumerable.Repeat("text\r\n", 200)), fragmentation));
        await endless.ReadAsync(CancellationToken.None);
        await Assert.ThrowsAsync<FtpProtocolException>(async () => await endless.ReadAsync(CancellationToken.None));
    }

    // These streams never send a line end. The first bytes must decide, or the user waits for the reply timeout.
    [Theory]
    [InlineData("HTTP/1.1 400", "web server")]
    [InlineData("SSH-2.0-x", "SSH server")]
    [InlineData("\u0015\u0003\u0001\0\u0002\u0002\u0028", "ftps://")]
    public async Task Another_protocol_is_refused_before_its_line_ends(string start, string hint)
    {
        foreach (var fragmentation in Enum.GetValues<Fragmentation>())
        {
            var reader = new ReplyReader(PiecewiseStream.Of(start, fragmentation));
            var refusal = await Assert.ThrowsAsync<FtpProtocolException>(async () => await reader.ReadAsync(CancellationToken.None));
            Assert.Contains(hint, refusal.Message);
        }
    }

    [Theory]
    [InlineData("x20 hello")]
    [InlineData("2x0 hello")]
    [InlineData("22x hello")]
    [InlineData("220 hello", false)]
    [InlineData("HTTP/")] // Five bytes are enough,
    [InlineData("HTTP", false)] // and four are not.
    public async Task Three_digits_begin_a_reply_and_nothing_else_does(string start, bool isRefused = true)
    {
        var reader = new ReplyReader(PiecewiseStream.Of(start, Fragmentation.Whole));

        var error = await Record.ExceptionAsync(async () => await reader.ReadAsync(CancellationToken.None));

        Assert.IsType(isRefused ? typeof(FtpProtocolException) : typeof(EndOfStreamException), error);
    }

    [Fact]
    public async Task A_line_inside_a_reply_may_begin_with_anything_before_its_end_has_come()
    {
        var reader = new ReplyReader(PiecewiseStream.Of("220-Hello\r\nHTTP/1.1 is not spoken here\r\n220 ready\r\n", Fragmentation.Byte));

        Assert.Equal("220 Hello|HTTP/1.1 is not spoken here|ready", Show(await reader.ReadAsync(CancellationToken.None)));
    }

    [Theory]
    [MemberData(nameof(Fragmentations))]
    public async Task The_longest_line_passes_with_CR_and_LF_and_so_do_more_replies_than_the_buffer_holds(Fragmentation fragmentation)
    {
        foreach (var (length, count) in new[] { (ReplyParser.MaxLineLength - 4, 1), (3000, 10) })
        {
            var line = "230 " + new string('x', length);
            var reader = new ReplyReader(PiecewiseStream.Of(string.Concat(Enumerable.Repeat(line + "\r\n", count)), fragmentation));
            for (var i = 0; i < count; i++) Assert.Equal(line, Show(await reader.ReadAsync(CancellationToken.None)));
        }
    }

    [Fact]
    public async Task Bytes_behind_a_reply_stay_visible()
    {
        var reader = new ReplyReader(PiecewiseStream.Of("234 go ahead\r\n230 injected\r\n", Fragmentation.Whole));
        Assert.Equal(234, (await reader.ReadAsync(CancellationToken.None)).Code);
        Assert.True(reader.HasBuffered);
        Assert.Equal(230, (await reader.ReadAsync(CancellationToken.None)).Code);
        Assert.False(reader.HasBuffered);
    }

    [Fact]
    public void Arbitrary_bytes_give_replies_a_protocol_error_or_the_end_and_nothing_else() =>
        Prop.ForAll(Streams.ToArbitrary(), bytes => ReadAll(new PiecewiseStream([bytes]))).QuickCheckThrowOnFailure();

    [Fact]
    public void Fragmenting_never_changes_what_is_read()
    {
        var cuts = Gen.Choose(1, 9).ArrayOf();
        Prop.ForAll(Streams.ToArbitrary(), cuts.ToArbitrary(), (bytes, lengths) =>
        {
            var whole = ReadAll(new PiecewiseStream([bytes]));
            Assert.Equal(whole, ReadAll(new PiecewiseStream(PiecewiseStream.Cut(bytes, Fragmentation.Line))));
            Assert.Equal(whole, ReadAll(new PiecewiseStream(PiecewiseStream.Cut(bytes, Fragmentation.Byte))));
            Assert.Equal(whole, ReadAll(new PiecewiseStream(Cut(bytes, lengths))));
        }).QuickCheckThrowOnFailure();
    }

    private static IEnumerable<byte[]> Cut(byte[] bytes, int[] lengths)
    {
        var at = 0;
        foreach (var length in lengths)
        {
            if (at + length >= bytes.Length) break;
            yield return bytes[at..(at += length)];
        }
        yield return bytes[at..];
    }

    // The streams here complete synchronously, so reading them does not block.
    private static List<string> ReadAll(PiecewiseStream stream)
    {
        var reader = new ReplyReader(stream);
        var seen = new List<string>();
        while (true)
        {
            try
            {
                seen.Add(Show(reader.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult()));
            }
            catch (Exception e) when (e is FtpProtocolException or EndOfStreamException)
            {
                seen.Add(e.GetType().Name);
                return seen;
            }
        }
    }

    private static string Show(FtpReply reply) => $"{reply.Code} {string.Join('|', reply.Lines)}";
}
