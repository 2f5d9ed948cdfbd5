namespace Accelerator.Ftp.Tests.Control;

public sealed class ReplyParserTests
{
    [Theory]
    [InlineData("220 ready", 220, "ready")]
    [InlineData("220", 220, "")]
    [InlineData("220 ", 220, "")]
    [InlineData("220  two spaces", 220, " two spaces")]
    [InlineData("633 odd refusal", 633, "odd refusal")]
    [InlineData("150 Opening \u00B0\u00A1", 150, "Opening \u00B0\u00A1")]
    public void A_single_line_is_a_reply(string line, int code, string text)
    {
        var reply = Parse(line);
        Assert.Equal(code, reply.Code);
        Assert.Equal([text], reply.Lines);
        Assert.Equal(text, reply.Text);
    }

    [Theory]
    // A line that looks like another reply, a shorter code, or a code without its space is part of the text.
    [InlineData("220-Welcome|230 not the end|220-still not|221|22|220x|  220 indented|220 the end", 220, "Welcome|230 not the end|still not|221|22|220x|  220 indented|the end")]
    [InlineData("250-Directory changed|550 looks like a refusal|250 done", 250, "Directory changed|550 looks like a refusal|done")]
    // Continuation lines without text are empty lines, and the last line may be the bare code.
    [InlineData("200-|200-|200 done", 200, "||done")]
    [InlineData("220-Hello|220", 220, "Hello|")]
    // A repeated code is removed.
    [InlineData("211-Features:|211-MDTM| REST STREAM|211-SIZE|211 End", 211, "Features:|MDTM| REST STREAM|SIZE|End")]
    // goftp/server sends the code twice. If the first line were taken for a complete reply, every later reply would answer the wrong
    // command.
    [InlineData("211 211-Extensions supported:| UTF8| SIZE|211 END", 211, "Extensions supported:| UTF8| SIZE|END")]
    public void A_reply_of_several_lines_ends_with_its_own_code_alone(string sent, int code, string lines)
    {
        var reply = Parse(sent.Split('|'));
        Assert.Equal((code, lines), (reply.Code, string.Join('|', reply.Lines)));
    }

    public static TheoryData<string> LineEnds => ["", "\r", "\r\r", "\r\0", "\0"];

    [Theory]
    [MemberData(nameof(LineEnds))]
    public void Every_line_end_seen_in_the_wild_is_dropped(string end) => Assert.Equal(["one", "two"], Parse("220-one" + end, "220 two" + end).Lines);

    [Fact]
    public void Bytes_inside_a_line_survive()
    {
        var reply = Parse("257 \"/a\0b\u001B[2J\u00FF\"");
        Assert.Equal("\"/a\0b\u001B[2J\u00FF\"", reply.Text);
    }

    [Fact]
    public void A_parser_starts_over_after_a_reply()
    {
        var parser = new ReplyParser();
        Assert.Null(Take(parser, "220-one"));
        Assert.True(parser.IsInside);
        Assert.Equal(["one", "two"], Take(parser, "220 two")!.Lines);
        Assert.False(parser.IsInside);
        Assert.Equal(["three"], Take(parser, "230 three")!.Lines);
    }

    [Theory]
    [InlineData(199, true, false, false, false, false)]
    [InlineData(226, false, true, false, false, false)]
    [InlineData(350, false, false, true, false, false)]
    [InlineData(450, false, false, false, true, false)]
    [InlineData(550, false, false, false, false, true)]
    [InlineData(633, false, false, false, false, true)]
    public void The_first_digit_gives_the_reply_category(int code, bool preliminary, bool success, bool intermediate, bool transient, bool permanent)
    {
        var reply = Parse($"{code} text");
        Assert.Equal(
            (preliminary, success, intermediate, transient, permanent),
            (reply.IsPreliminary, reply.IsSuccess, reply.IsIntermediate, reply.IsTransientRefusal, reply.IsPermanentRefusal));
    }

    [Fact]
    public void Only_421_announces_the_end() => Assert.Equal([false, true, false], new[] { 420, 421, 422 }.Select(code => Parse($"{code} x").IsClosing));

    private static FtpReply Parse(params string[] lines)
    {
        var parser = new ReplyParser();
        foreach (var line in lines[..^1]) Assert.Null(Take(parser, line));
        return Take(parser, lines[^1]) ?? throw new InvalidOperationException("The reply did not end.");
    }

    private static FtpReply? Take(ReplyParser parser, string line) => parser.Take(Encoding.Latin1.GetBytes(line));
}
