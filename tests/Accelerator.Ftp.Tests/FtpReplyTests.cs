namespace Accelerator.Ftp.Tests;

public sealed class FtpReplyTests
{
    [Fact]
    public void Lines_are_joined_for_a_message() => Assert.Equal("550 No such file. / Try another.", Reply("No such file.", "", "Try another.").ToString());

    [Fact]
    public void A_reply_without_text_is_its_code() => Assert.Equal("550", Reply("").ToString());

    [Fact]
    public void UTF_8_is_readable_and_other_bytes_survive_as_Latin_1()
    {
        Assert.Equal("550 파일 없음", Reply(Raw("파일 없음")).ToString());
        Assert.Equal("550 \u00C6\u00C4", Reply("\u00C6\u00C4").ToString());
    }

    [Fact]
    public void Its_control_characters_are_escaped() =>
        Assert.Equal(@"550 \x1B[2J\x9B31m\u202Eexe", Reply("\u001B[2J" + Raw("\u009B31m\u202Eexe")).ToString());

    [Fact]
    public void A_long_text_is_cut_between_two_characters()
    {
        var shown = Reply(Raw(new string('파', 300))).ToString();
        Assert.Equal("550 " + new string('파', 200) + "…", shown);
    }

    private static FtpReply Reply(params string[] lines) => new(550, lines);

    private static string Raw(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));
}
