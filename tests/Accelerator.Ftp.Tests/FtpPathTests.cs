using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Accelerator.Ftp.Tests;

public sealed class FtpPathTests
{
    private static readonly Encoding Cp949 = FtpCharsets.Find("cp949")!;

    [Fact]
    public void The_server_s_bytes_are_kept_whatever_they_mean() => Prop.ForAll<byte[]>(bytes =>
    {
        byte[] legal = [.. (bytes ?? []).Where(b => b is not ((byte)'\r' or (byte)'\n' or 0))];
        Assert.Equal(legal, FtpPath.FromBytes(legal, Cp949).Bytes.ToArray());
        Assert.Equal(legal, FtpPath.FromBytes(legal, FtpCharsets.Utf8).Bytes.ToArray());
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Text_becomes_the_charset_s_bytes_and_back()
    {
        var path = FtpPath.FromText("자료/가.bin", Cp949);
        Assert.Equal(Cp949.GetBytes("자료/가.bin"), path.Bytes.ToArray());
        Assert.Equal("자료/가.bin", path.Text);
        Assert.Equal("가.bin", path.Name);
    }

    [Theory]
    [InlineData("\r")]
    [InlineData("\n")]
    [InlineData("\0")]
    [InlineData("a\rb")]
    [InlineData("a\n")]
    [InlineData("\0a")]
    public void A_line_end_is_refused(string text)
    {
        Assert.Throws<ArgumentException>(() => FtpPath.FromText(text, FtpCharsets.Utf8));
        Assert.Throws<ArgumentException>(() => FtpPath.FromBytes(Encoding.ASCII.GetBytes(text), Cp949));
        Assert.Throws<ArgumentException>(() => FtpPath.FromText("a", FtpCharsets.Utf8).WithSuffix(text));
    }

    [Theory]
    [InlineData("a.bin", "a.bin")]
    [InlineData("/pub/a.bin", "a.bin")]
    [InlineData("pub/", "")]
    [InlineData("", "")]
    public void The_name_is_the_last_segment(string path, string name) => Assert.Equal(name, FtpPath.FromText(path, FtpCharsets.Utf8).Name);

    [Fact]
    public void A_name_that_is_text_is_the_exact_name_too()
    {
        Assert.Equal("가.bin", FtpPath.FromText("자료/가.bin", Cp949).ExactName);
        Assert.Equal("가😀\uFFFD", FtpPath.FromText("자료/가😀\uFFFD", FtpCharsets.Utf8).ExactName);
        Assert.Equal("é", FtpPath.FromBytes([0xE9], FtpCharsets.Find("latin1")!).ExactName);
        Assert.Equal("", FtpPath.FromText("pub/", Cp949).ExactName);
    }

    [Fact]
    public void The_exact_name_loses_no_byte_that_is_no_character()
    {
        Assert.Equal("caf\uDCE9가", FtpPath.FromBytes([.. "dir/caf"u8, 0xE9, .. "가"u8], FtpCharsets.Utf8).ExactName);
        Assert.Equal("\uDCE2\uDC80x", FtpPath.FromBytes([0xE2, 0x80, (byte)'x'], FtpCharsets.Utf8).ExactName);
        Assert.Equal("a\uDCB0\uDCA1\uDCC3", FtpPath.FromBytes([(byte)'a', 0xB0, 0xA1, 0xC3], Cp949).ExactName);
    }

    [Fact]
    public void Names_of_different_bytes_have_different_exact_names() => Prop.ForAll<byte[], byte[]>((one, other) =>
    {
        var (left, right) = (Name(one), Name(other));
        Assert.Equal(left.Equals(right), left.ExactName == right.ExactName);
        static FtpPath Name(byte[] bytes) => FtpPath.FromBytes([.. (bytes ?? []).Where(b => b is not ((byte)'\r' or (byte)'\n' or (byte)'/' or 0))], FtpCharsets.Utf8);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_character_the_charset_lacks_is_refused() => Assert.Throws<ArgumentException>(() => FtpPath.FromText("가", FtpCharsets.Find("shift_jis")!));

    [Fact]
    public void Paths_are_equal_by_their_bytes()
    {
        var one = FtpPath.FromText("가", Cp949);
        var same = FtpPath.FromBytes([0xB0, 0xA1], FtpCharsets.Utf8);
        var other = FtpPath.FromText("가", FtpCharsets.Utf8);
        Assert.Equal(one, same);
        Assert.Equal(one.GetHashCode(), same.GetHashCode());
        Assert.NotEqual(one, other);
        Assert.False(one.Equals(null));
    }

    [Fact]
    public void A_companion_s_name_is_the_file_s_with_more() => Assert.Equal("dir/a.bin.sha256", FtpPath.FromText("dir/a.bin", FtpCharsets.Utf8).WithSuffix(".sha256").Text);

    [Fact]
    public void A_path_is_shown_escaped() => Assert.Equal(@"a\x1B]0;title\x07", FtpPath.FromText("a\u001B]0;title\u0007", FtpCharsets.Utf8).ToString());
}
