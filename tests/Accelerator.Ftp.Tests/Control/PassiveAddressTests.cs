namespace Accelerator.Ftp.Tests.Control;

public sealed class PassiveAddressTests
{
    [Theory]
    [InlineData("Entering Passive Mode (127,0,0,1,4,1)", 1025)]
    [InlineData("Entering Passive Mode (127,0,0,1,4,1).", 1025)]
    [InlineData("Entering Passive Mode 127,0,0,1,4,1", 1025)]
    [InlineData("=127,0,0,1,4,1", 1025)]
    [InlineData("Mode 2, port follows: 10, 0, 0, 1, 4, 1", 1025)]
    [InlineData("v12 (127,0,0,1,255,255)", 65535)]
    [InlineData("(0,0,0,0,222,133)", 56965)]
    [InlineData("(127,000,000,001,004,001)", 1025)]
    [InlineData("(127,0,0,1,4,0)", 1024)]
    public void The_port_of_a_227_is_found_in_any_wording(string text, int port) => Assert.Equal(port, PassiveAddress.ReadPort(Reply(227, text)));

    public static TheoryData<string> Unusable227 =>
    [
        "(127,0,0,1,256,1)", "(127,0,0,1,4,256)", "(300,0,0,1,4,1)", "(127,0,0,1,0,0)", "(127,0,0,1,0,25)", "(127,0,0,1,3,255)",
        "(127,0,0,1,4)", "(127,0,0,1,4,)", "(127,0,0,1,4,1111)", "(127,0,0,1,-4,1)", "(127,0,0,1,4\0,1)", "(127,0,0,1,4\u001B,1)",
        "Entering Passive Mode", "",
    ];

    [Theory]
    [MemberData(nameof(Unusable227))]
    public void A_227_without_a_usable_port_gives_none(string text) => Assert.Null(PassiveAddress.ReadPort(Reply(227, text)));

    [Theory]
    [InlineData("Entering Extended Passive Mode (|||6446|)", 6446)]
    [InlineData("(|||6446|).", 6446)]
    [InlineData("(!!!6446!)", 6446)]
    [InlineData("(||6446|)", 6446)]
    [InlineData("(|1|127.0.0.1|6446|)", 6446)]
    [InlineData("(|2|::1|65535|)", 65535)]
    [InlineData("Entering (Extended) Passive Mode (|||6446|)", 6446)]
    [InlineData("Passive (|||6446|) (enjoy)", 6446)]
    public void The_port_of_a_229_is_found_with_any_delimiter(string text, int port) => Assert.Equal(port, PassiveAddress.ReadPort(Reply(229, text)));

    public static TheoryData<string> Unusable229 =>
    [
        "(|||0|)", "(|||25|)", "(|||1023|)", "(|||65536|)", "(|||70000|)", "(|||99999999999999999999|)", "(|||-1|)", "(||| 6446|)",
        "(|||64\u000046|)", "(||||)", "()", "(6446)", "(|||6446", ")|||6446|(", "listen socket already exists",
    ];

    [Theory]
    [MemberData(nameof(Unusable229))]
    public void A_229_without_a_usable_port_gives_none(string text) => Assert.Null(PassiveAddress.ReadPort(Reply(229, text)));

    [Fact]
    public void The_port_may_be_in_any_line_of_a_reply()
    {
        Assert.Equal(1025, PassiveAddress.ReadPort(Reply(227, "Entering Passive Mode", "(127,0,0,1,4,1)", "end")));
        Assert.Equal(6446, PassiveAddress.ReadPort(Reply(229, "(|||6446|)", "end")));
    }

    [Theory]
    [InlineData(227, "(|||6446|)")]
    [InlineData(229, "(127,0,0,1,4,1)")]
    [InlineData(200, "(127,0,0,1,4,1)")]
    [InlineData(500, "(|||6446|)")]
    public void The_code_decides_the_form(int code, string text) => Assert.Null(PassiveAddress.ReadPort(Reply(code, text)));

    [Fact]
    public void Every_port_that_is_no_other_service_s_is_read_back_from_both_forms() => Prop.ForAll(Gen.Choose(1024, 65535).ToArbitrary(), port =>
    {
        Assert.Equal(port, PassiveAddress.ReadPort(Reply(227, $"Entering Passive Mode (10,1,2,3,{port / 256},{port % 256})")));
        Assert.Equal(port, PassiveAddress.ReadPort(Reply(229, $"Extended Passive Mode (|||{port}|)")));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Arbitrary_text_gives_a_port_or_none()
    {
        var texts = Gen.Elements("0123456789,|()! -\0x".ToCharArray()).ArrayOf().Select(letters => new string(letters));
        Prop.ForAll(texts.ToArbitrary(), text =>
        {
            Assert.InRange(PassiveAddress.ReadPort(Reply(227, text)) ?? 1024, 1024, 65535);
            Assert.InRange(PassiveAddress.ReadPort(Reply(229, text)) ?? 1024, 1024, 65535);
        }).QuickCheckThrowOnFailure();
    }

    private static FtpReply Reply(int code, params string[] lines) => new(code, lines);
}
