namespace Accelerator.Ftp.Tests.Control;

public sealed class PwdReplyTests
{
    [Theory]
    [InlineData("\"/\" is the current directory", "/")]
    [InlineData("\"/home/a b\"", "/home/a b")]
    [InlineData("\"/say \"\"hello\"\"\" is current", "/say \"hello\"")]
    [InlineData("\"DKA0:[USER]\" is current", "DKA0:[USER]")]
    [InlineData("Current folder: \"\u00ED\u0095\u009C\".", "한")]
    public void The_folder_is_the_quoted_text(string text, string expected) =>
        Assert.Equal(expected, PwdReply.Read(new FtpReply(257, [text]), FtpCharsets.Utf8)?.Text);

    [Theory]
    [InlineData("/home is the current directory")]
    [InlineData("\"\" is the current directory")]
    [InlineData("\"/home")]
    [InlineData("\"/home\u0001\" is current")]
    [InlineData("\"/home\u0000DELE x\" is current")]
    [InlineData("")]
    public void An_answer_without_one_names_no_folder(string text) => Assert.Null(PwdReply.Read(new FtpReply(257, [text]), FtpCharsets.Utf8));
}
