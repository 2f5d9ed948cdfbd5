namespace Accelerator.Ftp.Tests.Control;

public sealed class CommandEncoderTests
{
    [Theory]
    [InlineData("NOOP", "", "NOOP\r\n")]
    [InlineData("RETR", "/pub/a file.bin", "RETR /pub/a file.bin\r\n")]
    [InlineData("RETR", " leading", "RETR  leading\r\n")]
    [InlineData("RETR", "\u00B0\u00A1", "RETR \u00B0\u00A1\r\n")]
    public void A_command_becomes_one_line(string verb, string argument, string line) =>
        Assert.Equal(line, Encoding.Latin1.GetString(CommandEncoder.Encode(verb, Encoding.Latin1.GetBytes(argument))));

    [Theory]
    [InlineData('\r')]
    [InlineData('\n')]
    [InlineData('\0')]
    public void A_line_end_is_refused_in_every_position(char bad)
    {
        for (var position = 0; position <= 6; position++)
        {
            var argument = Encoding.Latin1.GetBytes("/a.bin".Insert(position, bad.ToString()));
            var refusal = Assert.Throws<ArgumentException>(() => CommandEncoder.Encode("RETR", argument));
            Assert.Contains("RETR", refusal.Message);
            Assert.DoesNotContain(refusal.Message, char.IsControl);
        }
    }

    [Fact]
    public void The_refusal_of_a_password_does_not_show_it()
    {
        var refusal = Assert.Throws<ArgumentException>(() => CommandEncoder.Encode("PASS", "sesame\r\nDELE x"u8));
        Assert.DoesNotContain("sesame", refusal.Message);
    }

    [Fact]
    public void The_longest_line_is_sent_and_one_byte_more_is_not()
    {
        var room = CommandEncoder.MaxLength - "RETR ".Length - 2;
        Assert.Equal(CommandEncoder.MaxLength, CommandEncoder.Encode("RETR", Letters(room)).Length);
        var refusal = Assert.Throws<ArgumentException>(() => CommandEncoder.Encode("RETR", Letters(room + 1)));
        Assert.Contains($"{room + 1} bytes", refusal.Message);
        Assert.Contains("shorter path", refusal.Message);
    }

    [Fact]
    public void Every_argument_gives_a_line_of_one_command() => Prop.ForAll<byte[]>(argument =>
    {
        argument ??= [];
        var isBad = argument.AsSpan().IndexOfAny((byte)'\r', (byte)'\n', (byte)0) >= 0 || argument.Length > CommandEncoder.MaxLength - 7;
        if (isBad)
        {
            Assert.Throws<ArgumentException>(() => CommandEncoder.Encode("RETR", argument));
            return;
        }
        var line = CommandEncoder.Encode("RETR", argument);
        Assert.Equal(line.Length - 2, line.AsSpan().IndexOfAny((byte)'\r', (byte)'\n'));
        Assert.Equal("\r\n"u8.ToArray(), line[^2..]);
    }).QuickCheckThrowOnFailure();

    private static byte[] Letters(int count) => [.. Enumerable.Repeat((byte)'x', count)];
}
