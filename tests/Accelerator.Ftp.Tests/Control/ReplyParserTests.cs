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

    [Fact]
    public void Lines_inside_may_look_like_other_replies()
    {
        var reply = Parse("220-Welcome", "230 not the end", "220-still not", "221", "22", "220x", "  220 indented", "220 the end");
        Assert.Equal(220, reply.Code);
        Assert.Equal(["Welcome", "230 not the end", "still not", "221", "22", "220x", "  220 indented", "the end"], reply.Lines);
    }

    [Fact]
    public void A_reply_with_another_code_inside_keeps_its_own()
    {
        var reply = Parse("250-Directory changed", "550 looks like a refusal", "250 done");
        Assert.Equal(250, reply.Code);
        Assert.True(reply.IsSuccess);
    }

    [Fact]
    public void A_different_closing_code_does_not_end_a_reply()
    {
        var parser = new ReplyParser();
        Assert.Null(Take(parser, "553-File exists"));
        Assert.Null(Take(parser, "150 Opening"));
        Assert.True(parser.IsInside);
    }

    [Fact]
    public void A_continuation_without_text_is_an_empty_line() => Assert.Equal(["", "", "done"], Parse("200-", "200-", "200 done").Lines);

    [Fact]
    public void The_last_line_may_be_the_bare_code() => Assert.Equal(["Hello", ""], Parse("220-Hello", "220").Lines);

    [Fact]
    public void A_repeated_code_inside_is_dropped() =>
        Assert.Equal(["Features:", "MDTM", " REST STREAM", "SIZE", "End"], Parse("211-Features:", "211-MDTM", " REST STREAM", "211-SIZE", "211 End").Lines);

    [Fact]
    public void An_opening_line_with_the_code_twice_opens_a_feature_list()
    {
        // goftp/server sends it so; taken for a whole reply, every later reply answers the wrong command.
        var reply = Parse("211 211-Extensions supported:", " UTF8", " SIZE", "211 END");
        Assert.Equal(["Extensions supported:", " UTF8", " SIZE", "END"], reply.Lines);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\r")]
    [InlineData("\r\r")]
    [InlineData("\r\0")]
    [InlineData("\0")]
    public void Every_line_end_seen_in_the_wild_is_dropped(string end) => Assert.Equal(["one", "two"], Parse("220-one" + end, "220 two" + end).Lines);

    [Fact]
    public void Bytes_inside_a_line_survive()
    {
        var reply = Parse("257 \"/a\0b\u001B[2J\u00FF\"");
        Assert.Equal("\"/a\0b\u001B[2J\u00FF\"", reply.Text);
    }

    [Fact]
    public void A_parser_begins_anew_after_a_reply()
    {
        var parser = new ReplyParser();
        Take(parser, "220-one");
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
    public void The_first_digit_says_how_it_went(int code, bool preliminary, bool success, bool intermediate, bool transient, bool permanent)
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
