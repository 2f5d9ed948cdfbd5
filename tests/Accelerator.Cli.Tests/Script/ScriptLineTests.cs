namespace Accelerator.Cli.Tests.Script;

public sealed class ScriptLineTests
{
    [Theory]
    [InlineData("get a.bin", "get", "a.bin")]
    [InlineData("GET a.bin b.bin\r", "get", "a.bin|b.bin")]
    [InlineData("  mget *.nc  \t*.hdf ", "mget", "*.nc|*.hdf")]
    [InlineData("\uFEFFopen host 2121", "open", "host|2121")]
    [InlineData("lcd \"D:\\my data\"", "lcd", "D:\\my data")]
    [InlineData("get \"a b\".bin \"\"", "get", "a b.bin|")]
    [InlineData("bin", "binary", "")]
    [InlineData("lit STAT", "literal", "STAT")]
    [InlineData("rem the passes", "remotehelp", "the|passes")]
    [InlineData("!dir /b", "!", "dir|/b")]
    [InlineData("? get", "?", "get")]
    public void A_line_is_a_verb_and_its_arguments(string text, string verb, string words)
    {
        var line = ScriptLine.Read(text);
        Assert.Equal(verb, line.Verb!.Name);
        Assert.Equal(words.Length == 0 ? [] : words.Split('|'), line.Arguments);
        Assert.Null(line.Complaint);
    }

    [Theory]
    [InlineData("", null)]
    [InlineData(" \r", null)]
    [InlineData("# fetch the passes", "Invalid command.")]
    [InlineData("re x", "Ambiguous command.")]
    [InlineData("echo x", "Invalid command.")]
    [InlineData("getx", "Invalid command.")]
    public void An_unknown_verb_gives_the_message_of_ftp_exe(string text, string? complaint)
    {
        var line = ScriptLine.Read(text);
        Assert.Null(line.Verb);
        Assert.Equal(complaint, line.Complaint);
    }

    [Theory]
    [InlineData("user kim secret", "user kim ****")]
    [InlineData("us kim secret account", "user kim ****")]
    [InlineData("user kim", "user kim")]
    [InlineData("quote PASS secret", "quote PASS ****")]
    [InlineData("literal site pswd secret", "literal site ****")]
    [InlineData("secret", "****")]
    [InlineData("open ftp://kim:secret@h:2121/pub\r", "open ftp://kim:***@h:2121/pub")]
    [InlineData("o kim:secret@h 2121", "o kim:***@h 2121")]
    [InlineData("open ::1 2121", "open ::1 2121")]
    [InlineData("get a\r", "get a")]
    public void A_possible_password_is_not_shown(string text, string shown) => Assert.Equal(shown, ScriptLine.Masked(text));

    [Fact]
    public void Quote_takes_the_rest_of_the_line_verbatim() => Assert.Equal("SITE  chmod \"x y\"", ScriptLine.Read("quote SITE  chmod \"x y\"").Rest);
}
