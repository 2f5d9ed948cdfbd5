namespace Accelerator.Ftp.Tests.Control;

public sealed class FtpCommandsTests
{
    private static readonly FtpPath Path = FtpPath.FromText("a.bin", FtpCharsets.Utf8);

    [Theory]
    [InlineData(213, "0", 0L)]
    [InlineData(213, " 1234 ", 1234L)]
    [InlineData(213, "9223372036854775807", long.MaxValue)]
    [InlineData(213, "9223372036854775808", null)]
    [InlineData(213, "-1", null)]
    [InlineData(213, "1,234", null)]
    [InlineData(213, "12\u001B34", null)]
    [InlineData(213, "", null)]
    [InlineData(500, "unknown", null)]
    [InlineData(502, "not implemented", null)]
    public void SIZE_is_a_number_or_unknown(int code, string text, long? size) => Assert.Equal(size, Read(FtpCommands.Size(Path), code, text));

    [Theory]
    [InlineData(550)]
    [InlineData(450)]
    public void SIZE_of_a_missing_file_throws(int code)
    {
        var refusal = Assert.Throws<FtpReplyException>(() => Read(FtpCommands.Size(Path), code, "No such file."));
        Assert.Equal("SIZE", refusal.Verb);
        Assert.Equal($"SIZE a.bin: {code} No such file.", refusal.Message);
        Assert.True(refusal.SessionUsable);
        Assert.Equal(code == 450, refusal.IsTransient);
        Assert.Null(Read(FtpCommands.OptionalSize(Path), code, "No such file."));
    }

    [Fact]
    public void SIZE_of_a_file_that_need_not_exist_throws_only_when_the_session_ends()
    {
        Assert.Equal(12, Read(FtpCommands.OptionalSize(Path), 213, "12"));
        Assert.Null(Read(FtpCommands.OptionalSize(Path), 502, "not implemented"));
        Assert.Throws<FtpReplyException>(() => Read(FtpCommands.OptionalSize(Path), 421, "Closing."));
    }

    [Theory]
    [InlineData(213, "20260102030405", "20260102030405")]
    [InlineData(253, "20260102030405.123", "20260102030405.123")]
    [InlineData(213, "2026 01 02", null)]
    [InlineData(213, "\u001B[2J", null)]
    [InlineData(213, "", null)]
    [InlineData(550, "20260102030405", null)]
    public void MDTM_is_a_token_as_written_or_nothing(int code, string text, string? token) => Assert.Equal(token, Read(FtpCommands.Mdtm(Path), code, text));

    [Fact]
    public void MDTM_of_absurd_length_is_nothing() => Assert.Null(Read(FtpCommands.Mdtm(Path), 213, new string('1', 41)));

    [Fact]
    public void MLST_is_the_line_between()
    {
        Assert.Equal("size=5;type=file; a.bin", Read(FtpCommands.Mlst(Path), 250, "Start", " size=5;type=file; a.bin", "End"));
        Assert.Null(Read(FtpCommands.Mlst(Path), 250, "size=5; a.bin"));
        Assert.Null(Read(FtpCommands.Mlst(Path), 500, "what?"));
    }

    [Fact]
    public void Lines_on_the_wire_are_those_of_the_RFCs()
    {
        Assert.Equal("REST 5000000000", FtpCommands.Rest(5_000_000_000).ToString());
        Assert.Equal("RANG 10 19", FtpCommands.Rang(10, 19).ToString());
        Assert.Equal("EPRT |1|127.0.0.1|1025|", FtpCommands.Eprt(new IPEndPoint(IPAddress.Loopback, 1025)).ToString());
        Assert.Equal("EPRT |2|::1|1025|", FtpCommands.Eprt(new IPEndPoint(IPAddress.IPv6Loopback, 1025)).ToString());
        Assert.Equal("PORT 127,0,0,1,4,1", FtpCommands.Port(new IPEndPoint(IPAddress.Loopback, 1025)).ToString());
        Assert.Equal("OPTS HASH SHA-256", FtpCommands.OptsHash("SHA-256").ToString());
    }

    [Fact]
    public void Secrets_are_masked_wherever_a_command_is_shown()
    {
        Assert.Equal("PASS ****", FtpCommands.Pass("sesame", FtpCharsets.Utf8).ToString());
        Assert.Equal("ACCT ****", FtpCommands.Acct("sesame", FtpCharsets.Utf8).ToString());
        Assert.Equal("USER me", FtpCommands.User("me", FtpCharsets.Utf8).ToString());
    }

    [Fact]
    public void An_empty_password_is_an_empty_argument() => Assert.Equal("PASS\r\n", Encode(FtpCommands.Pass("", FtpCharsets.Utf8)));

    [Fact]
    public void Names_go_out_in_the_bytes_they_came_in()
    {
        var cp949 = FtpCharsets.Find("cp949")!;
        Assert.Equal("RETR \u00B0\u00A1.bin\r\n", Encode(FtpCommands.Retr(FtpPath.FromText("가.bin", cp949))));
    }

    private static string Encode<T>(FtpCommand<T> command) => Encoding.Latin1.GetString(CommandEncoder.Encode(command.Verb, command.Argument.Span));

    private static T Read<T>(FtpCommand<T> command, int code, params string[] lines) => command.Read(command, new FtpReply(code, lines));
}
