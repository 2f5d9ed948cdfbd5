namespace Accelerator.Cli.Tests.Checksums;

public sealed class ChecksumListTests
{
    private const string Md5 = "d41d8cd98f00b204e9800998ecf8427e";
    private const string Sha1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
    private const string Sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private const string Sha512 = Sha256 + Sha256;

    [Theory]
    [InlineData(Sha256 + "  a.bin", "a.bin", HashKind.Sha256)]
    [InlineData(Md5 + " *a.bin\r", "a.bin", HashKind.Md5)]
    [InlineData(Sha1 + " a.bin", "a.bin", HashKind.Sha1)]
    [InlineData(Sha512 + "  ./sub//with two  blanks ", "sub/with two  blanks ", HashKind.Sha512)]
    [InlineData("\\" + Md5 + "  a\\\\b\\nc\\rd", "a\\b\nc\rd", HashKind.Md5)]
    [InlineData(Md5 + "  a\\nb", "a\\nb", HashKind.Md5)]
    [InlineData("SHA256 (a (1).iso) = " + Sha256, "a (1).iso", HashKind.Sha256)]
    [InlineData("\\MD5 (a\\\\b) = " + Md5, "a\\b", HashKind.Md5)]
    [InlineData("SHA2-512(a)= " + Sha512, "a", HashKind.Sha512)]
    [InlineData("# made by x\n\nBLAKE2b (a) = 00\nSHA1 (a) = " + Sha1, "a", HashKind.Sha1)]
    [InlineData(Md5 + "  a\n" + Sha1 + "  a\n" + Md5 + "  ./a", "a", HashKind.Sha1)]
    [InlineData("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n" + Md5 + "  a\n-----BEGIN PGP SIGNATURE-----\n\niQ=\n-----END PGP SIGNATURE-----\n", "a", HashKind.Md5)]
    public void The_forms_of_coreutils_the_BSDs_and_OpenSSL_are_read(string text, string name, HashKind kind)
    {
        var list = Read(text);
        Assert.Equal(name, Assert.Single(list.Digests).Key);
        Assert.Equal((kind, "SUMS"), (list.Find("/pub/" + name)!.Kind, list.Find(name)!.List));
    }

    [Theory]
    [InlineData("a.bin", "SUMS, line 1: \"a.bin\" is no checksum: expected HEX  NAME or SHA256 (NAME) = HEX.")]
    [InlineData(Md5, "SUMS, line 1: \"" + Md5 + "\" is no checksum: expected HEX  NAME or SHA256 (NAME) = HEX.")]
    [InlineData("# x\n<html>\u001b[2J (a) = b", "SUMS, line 2: \"<html>\\x1B[2J (a) = b\" is no checksum: expected HEX  NAME or SHA256 (NAME) = HEX.")]
    [InlineData("abc  a", "SUMS, line 1: \"abc  a\" has no valid digest: 3 characters, but MD5 has 32 hexadecimal digits, SHA-1 40, SHA-256 64 and SHA-512 128.")]
    [InlineData("SHA256 (a) = " + Md5, "SUMS, line 1: \"SHA256 (a) = " + Md5 + "\" has no valid digest: 32 characters, but MD5 has 32 hexadecimal digits, SHA-1 40, SHA-256 64 and SHA-512 128.")]
    [InlineData("\\" + Md5 + "  a\\x", "SUMS, line 1: \"\\" + Md5 + "  a\\x\" has an invalid escape in its name.")]
    [InlineData("MD5 (../a) = " + Md5, "SUMS, line 1: \"MD5 (../a) = " + Md5 + "\" names \"../a\", which leaves the list's folder. Make the list in the folder of the files.")]
    [InlineData("MD5 (/etc/a) = " + Md5, "SUMS, line 1: \"MD5 (/etc/a) = " + Md5 + "\" names \"/etc/a\", which is no relative name. Make the list in the folder of the files.")]
    [InlineData("MD5 (C:\\a) = " + Md5, "SUMS, line 1: \"MD5 (C:\\a) = " + Md5 + "\" names \"C:\\a\", which is no relative name. Make the list in the folder of the files.")]
    [InlineData("MD5 (./) = " + Md5, "SUMS, line 1: \"MD5 (./) = " + Md5 + "\" names \"./\", which is no name of a file.")]
    [InlineData(Md5 + "  a\n" + "0" + Md5 + "  b", null)]
    [InlineData("MD5 (a) = " + Md5 + "\nMD5 (a) = 00000000000000000000000000000000", "SUMS, line 2: \"a\" has two different digests of one algorithm: remove one.")]
    [InlineData("BLAKE2b (a) = 00\n", "SUMS has only checksums of BLAKE2b; supported are MD5, SHA-1, SHA-256 and SHA-512.")]
    [InlineData("\n", "SUMS has no checksum: check whether it is the right file.")]
    public void An_invalid_list_of_checksums_is_refused_with_its_line(string text, string? sentence)
    {
        var refusal = Assert.Throws<UsageException>(() => Read(text));
        if (sentence is not null) Assert.Equal(sentence, refusal.Message);
    }

    [Theory]
    [InlineData("/pub/x/a", HashKind.Sha256)]
    [InlineData("x/a", HashKind.Sha256)]
    [InlineData("/pub/a", HashKind.Md5)]
    [InlineData("/pub/xx/a", HashKind.Md5)]
    [InlineData("/pub/ba", null)]
    [InlineData("A", null)]
    public void A_path_gets_the_digest_of_the_longest_name_that_it_ends_with(string path, HashKind? expected) =>
        Assert.Equal(expected, Read($"{Md5}  a\n{Sha256}  x/a\n").Find(path)?.Kind);

    [Fact]
    public void Names_are_UTF8_or_in_the_given_charset_or_UTF16_with_a_mark()
    {
        var korean = FtpCharsets.Find("cp949")!;
        var line = $"{Md5}  자료.bin\r\n";
        foreach (var bytes in new[] { Encoding.UTF8.GetBytes(line), [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(line)], korean.GetBytes(line), [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(line)] })
            Assert.NotNull(ChecksumList.Read(bytes, "SUMS", korean).Find("자료.bin"));
    }

    [Theory]
    [InlineData("a b.bin", Md5 + "  a b.bin")]
    [InlineData("a\\b\n\r", "\\" + Md5 + "  a\\\\b\\n\\r")]
    public void A_name_is_escaped_as_coreutils_does(string name, string expected)
    {
        Assert.Equal(expected, ChecksumLine.Write(name, Md5));
        Assert.NotNull(Read(expected).Find(name));
    }

    private static ChecksumList Read(string text) => ChecksumList.Read(Encoding.UTF8.GetBytes(text), "SUMS", FtpCharsets.Utf8);
}
