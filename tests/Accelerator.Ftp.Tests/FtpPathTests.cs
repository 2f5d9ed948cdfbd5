namespace Accelerator.Ftp.Tests;

public sealed class FtpPathTests
{
    private static readonly Encoding Cp949 = FtpCharsets.Find("cp949")!;

    [Fact]
    public void The_server_s_bytes_are_kept_unchanged() => Prop.ForAll<byte[]>(bytes =>
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

    public static TheoryData<string> LineEnds => ["\r", "\n", "\0", "a\rb", "a\n", "\0a"];

    [Theory]
    [MemberData(nameof(LineEnds))]
    public void A_line_end_is_refused(string text)
    {
        Assert.Throws<ArgumentException>(() => FtpPath.FromText(text, FtpCharsets.Utf8));
        Assert.Throws<ArgumentException>(() => FtpPath.FromBytes(Encoding.ASCII.GetBytes(text), Cp949));
        Assert.Throws<ArgumentException>(() => FtpPath.FromText("a", FtpCharsets.Utf8).WithSuffix(text));
    }

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

    [Theory]
    [InlineData("", "a", "a")]
    [InlineData("/", "a", "/a")]
    [InlineData("pub", "a", "pub/a")]
    [InlineData("/pub/", "a b", "/pub/a b")]
    public void A_child_is_the_name_behind_a_slash(string folder, string name, string expected)
    {
        var child = FtpPath.FromText(folder, FtpCharsets.Utf8).Child(FtpPath.FromText(name, FtpCharsets.Utf8));
        Assert.Equal(expected, child.Text);
        Assert.Equal(Encoding.UTF8.GetBytes(expected), child.Bytes.ToArray());
    }

    /// <summary>One folder may hold names in UTF-8 and in CP949: each part keeps its bytes and stays readable.</summary>
    [Fact]
    public void A_child_in_another_charset_keeps_its_bytes_and_its_text()
    {
        var child = FtpPath.FromText("자료", FtpCharsets.Utf8).Child(FtpPath.FromText("가.bin", Cp949));
        Assert.Equal("자료/가.bin", child.Text);
        Assert.Equal([.. "자료/"u8, .. Cp949.GetBytes("가.bin")], child.Bytes.ToArray());
        Assert.Equal("자료/가.bin.md5", child.WithSuffix(".md5").Text);
        Assert.Equal("가.bin", child.ExactName);
    }

    [Theory]
    [InlineData("pub/a/file", "pub/a", "file")]
    [InlineData("file", "", "file")]
    [InlineData("/file", "/", "file")]
    [InlineData("/pub/file", "/pub", "file")]
    [InlineData("pub/", "pub", "")]
    [InlineData("", "", "")]
    public void A_path_is_a_folder_and_a_name_in_it(string path, string folder, string name)
    {
        var whole = FtpPath.FromText(path, FtpCharsets.Utf8);
        var split = whole.Split();
        Assert.Equal((folder, name, name), (split.Folder.Text, split.Name.Text, whole.Name));
    }

    [Theory]
    [InlineData("pub/", "pub")]
    [InlineData("pub///", "pub")]
    [InlineData("/pub", "/pub")]
    [InlineData("/", "/")]
    [InlineData("//", "/")]
    [InlineData("", "")]
    public void A_folder_is_the_same_without_the_slashes_at_its_end(string path, string folder) =>
        Assert.Equal(folder, FtpPath.FromText(path, FtpCharsets.Utf8).WithoutEnd().Text);

    [Theory]
    [InlineData("", true, false)]
    [InlineData("/", false, true)]
    [InlineData("/pub", false, true)]
    [InlineData("pub/", false, false)]
    public void Empty_and_absolute_paths_are_recognized(string path, bool isEmpty, bool isAbsolute)
    {
        Assert.Equal(isEmpty, FtpPath.FromText(path, FtpCharsets.Utf8).IsEmpty);
        Assert.Equal(isAbsolute, FtpPath.FromText(path, FtpCharsets.Utf8).IsAbsolute);
    }

    [Fact]
    public void A_path_is_shown_escaped() => Assert.Equal(@"a\x1B]0;title\x07", FtpPath.FromText("a\u001B]0;title\u0007", FtpCharsets.Utf8).ToString());
}
