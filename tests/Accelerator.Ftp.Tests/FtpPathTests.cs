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
