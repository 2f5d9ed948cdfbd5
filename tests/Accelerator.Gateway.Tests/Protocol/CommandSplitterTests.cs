using Accelerator.Gateway.Protocol;

namespace Accelerator.Gateway.Tests.Protocol;

/// <summary>Bytes of a control connection as commands.</summary>
public sealed class CommandSplitterTests
{
    [Theory]
    [InlineData("retr a b \r\n", "RETR|a b ")]
    [InlineData("NOOP\nQUIT\r\n", "NOOP|,QUIT|")]
    [InlineData("RETR \xC7\xD1\r\n", "RETR|\xC7\xD1")]
    [InlineData("\xFF\xF4\xFF\xF2" + "ABOR\r\n", "ABOR|")]
    [InlineData("\xFF\xF4\xF2" + "ABOR\r\n", "ABOR|")]
    [InlineData("\xFF\xF4\xFF" + "ABOR\r\n", "ABOR|")]
    [InlineData("\r\n", "|")]
    [InlineData("NOOP", "")]
    public void Lines_become_commands(string bytes, string expected)
    {
        var at_once = new CommandSplitter().Add(Encoding.Latin1.GetBytes(bytes));
        Assert.Equal(expected, Shown(at_once));

        var splitter = new CommandSplitter();
        Assert.Equal(expected, Shown(Encoding.Latin1.GetBytes(bytes).SelectMany(one => splitter.Add([one]))));
    }

    [Theory]
    [InlineData(CommandSplitter.MaxLine, false)]
    [InlineData(CommandSplitter.MaxLine + 1, true)]
    [InlineData(10_000_000, true)]
    public void A_line_is_bounded(int length, bool isBroken)
    {
        var splitter = new CommandSplitter();
        splitter.Add(new byte[length].Select(_ => (byte)'A').ToArray());
        Assert.Equal(isBroken, splitter.IsBroken);
    }

    [Theory]
    [InlineData("RETR a\0b\r\n")]
    [InlineData("RETR a\rDELE b\r\n")]
    public void A_line_cannot_contain_a_second_command(string bytes)
    {
        var splitter = new CommandSplitter();
        Assert.Empty(splitter.Add(Encoding.Latin1.GetBytes(bytes)));
        Assert.True(splitter.IsBroken);
    }

    [Fact]
    public void Replies_of_several_lines_end_only_at_the_last()
    {
        var reply = Replies.Encode(new FtpReply(211, ["Features:", " SIZE", "211 End", "213-x", "End"]));
        Assert.Equal("211-Features:\r\n SIZE\r\n 211 End\r\n 213-x\r\n211 End\r\n", Encoding.Latin1.GetString(reply));
    }

    private static string Shown(IEnumerable<CommandLine> lines) => string.Join(',', lines.Select(line => $"{line.Verb}|{line.Argument}"));
}
