namespace Accelerator.Ftp.Tests.Control;

public sealed class HashReplyTests
{
    private const string Sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private const string Md5 = "098f6bcd4621d373cade4e832627b4f6";

    [Theory]
    [InlineData(213, $"SHA-256 0-4 {Sha256} /a.bin", 64, Sha256)]
    [InlineData(213, $"sha-256 0-4 {Sha256} /a file with spaces.bin", 64, Sha256)]
    [InlineData(213, Sha256, 64, Sha256)]
    [InlineData(250, Sha256, 64, Sha256)]
    [InlineData(250, $"\"a.bin\" {Sha256}", 64, Sha256)]
    [InlineData(251, $"/a.bin {Md5}", 32, Md5)]
    [InlineData(250, $"XMD5 {Md5}", 32, Md5)]
    [InlineData(250, "D87F7E0C", 8, "d87f7e0c")]
    [InlineData(213, "CRC32 0-4 d87f7e0c /a.bin", 8, "d87f7e0c")]
    // The digest may be in any line, and may be named twice.
    [InlineData(250, $"Computing| {Md5} |done", 32, Md5)]
    [InlineData(251, $"098F6BCD4621D373CADE4E832627B4F6|{Md5}", 32, Md5)]
    public void The_digest_is_found_in_every_dialect(int code, string text, int digits, string digest) =>
        Assert.Equal(digest, HashReply.Read(new FtpReply(code, text.Split('|')), digits, length: null));

    [Theory]
    [InlineData("1A2B", "00001a2b")]
    [InlineData("0", "00000000")]
    [InlineData("87F7E0C", "087f7e0c")]
    public void A_CRC_may_come_without_its_leading_zeros(string text, string digest) => Assert.Equal(digest, HashReply.Read(new FtpReply(250, [text]), 8, length: null));

    [Theory]
    [InlineData(213, "", 32)]
    [InlineData(213, "no digest here", 32)]
    [InlineData(213, "098f6bcd4621d373cade4e832627b4f", 32)]
    [InlineData(213, "098f6bcd4621d373cade4e832627b4f6f", 32)]
    [InlineData(213, "z98f6bcd4621d373cade4e832627b4f6", 32)]
    // Only a CRC may be short, and only if it is the only token.
    [InlineData(250, "1A2B", 32)]
    [InlineData(250, "/a.bin 1A2B", 8)]
    // A file name that looks like a digest makes the reply ambiguous.
    [InlineData(213, "CRC32 0-4 d87f7e0c deadbeef", 8)]
    [InlineData(251, $"{Md5} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 32)]
    public void A_text_with_no_digest_or_with_two_gives_none(int code, string text, int digits) =>
        Assert.Null(HashReply.Read(new FtpReply(code, [text]), digits, length: null));

    // A digest of other bytes than those asked for says nothing about the file.
    [Theory]
    [InlineData($"SHA-256 0-99 {Sha256} /a.bin", 64)]
    [InlineData($"SHA-256 0-0 {Sha256} /a.bin", 64)]
    [InlineData($"SHA-256 500-1000 {Sha256} /a.bin", 64)]
    [InlineData($"SHA-256 0-99999999999999999999 {Sha256} /a.bin", 64)]
    [InlineData("MD5 0-1000 00000000000000000000000000000000 /a.bin", 32)]
    [InlineData("CRC32 0-1000 00000000 /a.bin", 8)]
    [InlineData("0", 8)]
    [InlineData("d41d8cd98f00b204e9800998ecf8427e", 32)]
    [InlineData("DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", 40)]
    [InlineData("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 64)]
    [InlineData("cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e", 128)]
    [InlineData("12345678 1a2b", 8)]
    [InlineData("1000 1a2b", 8)]
    public void A_digest_that_does_not_cover_the_file_is_none(string text, int digits) =>
        Assert.Null(HashReply.Read(new FtpReply(213, [text]), digits, length: 1000));

    [Theory]
    [InlineData($"SHA-256 0-1000 {Sha256} /a.bin", 64, 1000, Sha256)]
    [InlineData($"SHA-256 0-999 {Sha256} /a.bin", 64, 1000, Sha256)]
    [InlineData($"SHA-256 0-999 {Sha256} /of 5-7.bin", 64, 1000, Sha256)]
    [InlineData("CRC32 0-999 12345678 /a.bin", 8, 1000, "12345678")]
    [InlineData("1000 1a2b3c4d", 8, 1000, "1a2b3c4d")]
    [InlineData("d41d8cd98f00b204e9800998ecf8427e", 32, 0, "d41d8cd98f00b204e9800998ecf8427e")]
    [InlineData("MD5 0-0 d41d8cd98f00b204e9800998ecf8427e /empty", 32, 0, "d41d8cd98f00b204e9800998ecf8427e")]
    [InlineData("00000000", 8, 0, "00000000")]
    public void A_digest_that_covers_the_file_is_found(string text, int digits, long length, string digest) =>
        Assert.Equal(digest, HashReply.Read(new FtpReply(213, [text]), digits, length));
}
