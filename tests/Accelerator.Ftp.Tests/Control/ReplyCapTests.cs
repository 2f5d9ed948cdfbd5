namespace Accelerator.Ftp.Tests.Control;

/// <summary>Input that no well-behaved server sends: replies that are too long, or bytes that are not FTP.</summary>
public sealed class ReplyCapTests
{
    [Fact]
    public void The_longest_line_is_taken_and_one_byte_more_is_not()
    {
        var longest = "220 " + new string('x', ReplyParser.MaxLineLength - 4);
        Assert.Equal(ReplyParser.MaxLineLength - 4, Take(new ReplyParser(), longest)!.Text.Length);
        Assert.Throws<FtpProtocolException>(() => Take(new ReplyParser(), longest + "x"));
    }

    [Fact]
    public void The_maximum_number_of_lines_is_accepted_and_one_more_is_rejected()
    {
        var parser = new ReplyParser();
        for (var i = 0; i < ReplyParser.MaxLines - 1; i++) Assert.Null(Take(parser, "220-x"));
        Assert.Equal(ReplyParser.MaxLines, Take(parser, "220 x")!.Lines.Count);

        for (var i = 0; i < ReplyParser.MaxLines; i++) Assert.Null(Take(parser, "220-x"));
        Assert.Throws<FtpProtocolException>(() => Take(parser, "220 x"));
    }

    [Fact]
    public void The_longest_reply_is_cut_off_at_64_KiB()
    {
        var parser = new ReplyParser();
        var line = "220-" + new string('x', 1019);
        for (var i = 0; i < ReplyParser.MaxReplyLength / 1024; i++) Assert.Null(Take(parser, line));
        var refusal = Assert.Throws<FtpProtocolException>(() => Take(parser, "220 end"));
        Assert.Contains("(64 KiB or 1000 lines)", refusal.Message);
    }

    [Fact]
    public void Long_replies_one_after_the_other_are_not_added_up()
    {
        var parser = new ReplyParser();
        for (var i = 0; i < 20; i++) Assert.NotNull(Take(parser, "220 " + new string('x', 8000)));
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request", "web server")]
    [InlineData("<html>", "web server")]
    [InlineData("SSH-2.0-OpenSSH_9.6", "SSH server")]
    [InlineData("\u0015\u0003\u0001\0\u0002\u0002\u0028", "ftps://")]
    [InlineData("\u0016", "ftps://")]
    [InlineData("* OK IMAP4 ready", "host and port")]
    [InlineData("22", "host and port")]
    [InlineData("220x", "host and port")]
    [InlineData("020 low", "host and port")]
    [InlineData("720 high", "host and port")]
    [InlineData(" 220 indented", "host and port")]
    public void Another_protocol_is_refused_with_a_hint(string line, string hint)
    {
        var refusal = Assert.Throws<FtpProtocolException>(() => Take(new ReplyParser(), line));
        Assert.Contains("not an FTP server", refusal.Message);
        Assert.Contains(hint, refusal.Message);
        Assert.False(refusal.IsTransient);
        Assert.False(refusal.SessionUsable);
        Assert.DoesNotContain(refusal.Message, char.IsControl);
    }

    private static FtpReply? Take(ReplyParser parser, string line) => parser.Take(Encoding.Latin1.GetBytes(line));
}
