namespace Accelerator.Ftp.Tests;

public sealed class FtpCharsetsTests
{
    [Theory]
    [InlineData("cp949", "가각힣뷁", "B0A1B0A2C65294EE")]
    [InlineData("CP949", "가", "B0A1")]
    [InlineData("949", "가", "B0A1")]
    [InlineData("ks_c_5601-1987", "가", "B0A1")]
    [InlineData("euc-kr", "가", "B0A1")]
    [InlineData("EUC-KR", "가", "B0A1")]
    [InlineData("shift_jis", "あア漢", "82A083418ABF")]
    [InlineData("cp932", "あ", "82A0")]
    [InlineData("gb18030", "中", "D6D0")]
    [InlineData("big5", "中", "A4A4")]
    [InlineData("windows-1252", "é", "E9")]
    [InlineData("latin1", "é", "E9")]
    [InlineData("iso-8859-1", "é", "E9")]
    [InlineData("utf-8", "가", "EAB080")]
    [InlineData("UTF8", "가", "EAB080")]
    [InlineData("cp65001", "가", "EAB080")]
    public void A_charset_is_found_by_the_names_people_use(string name, string text, string bytes)
    {
        var charset = FtpCharsets.Find(name);
        Assert.NotNull(charset);
        Assert.Equal(bytes, Convert.ToHexString(charset.GetBytes(text)));
        Assert.Equal(text, charset.GetString(Convert.FromHexString(bytes)));
    }

    public static TheoryData<string> NoCharsets => ["", " ", "cp", "klingon", "0", "-949", "12345", "99999999999", "utf-16", "utf-7"];

    [Theory]
    [MemberData(nameof(NoCharsets))]
    public void An_unknown_charset_is_not_found(string name) => Assert.Null(FtpCharsets.Find(name));

    [Fact]
    public void UTF_8_has_no_byte_order_mark() => Assert.Empty(FtpCharsets.Utf8.GetPreamble());

    /// <summary>UTF-8 is tried before the session's charset, and that before a guess. A guess is made only where all bytes fit.</summary>
    [Theory]
    [InlineData("plain", "cp949", "plain")]
    [InlineData("\u00ED\u0095\u009C", "cp949", "한")]
    [InlineData("\u00C7\u00D1", "cp949", "한")]
    [InlineData("\u00C7\u00D1", "utf-8", "한")]
    [InlineData("\u008C\u0063", "utf-8", "똠")]
    [InlineData("\u00C7\u00D1", "latin1", "ÇÑ")]
    [InlineData("caf\u00E9", "utf-8", "caf\uFFFD")]
    [InlineData("\u00E9t\u00E9 x", "utf-8", "\uFFFDt\uFFFD x")]
    [InlineData("\u0080a", "utf-8", "\uFFFDa")]
    [InlineData("\u0083\u005C", "utf-8", "\uFFFD\\")]
    public void A_listed_name_is_shown_in_the_charset_that_it_can_be_in(string bytes, string session, string expected)
    {
        var name = Encoding.Latin1.GetBytes(bytes);
        Assert.Equal(expected, FtpCharsets.ForName(name, FtpCharsets.Find(session)!).GetString(name));
    }
}
