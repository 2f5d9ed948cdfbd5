namespace Accelerator.Ftp.Tests.Control;

public sealed class HashCommandTests
{
    [Theory]
    [InlineData("SHA-256;SHA-512;SHA-1;MD5;CRC32", "SHA-256", HashKind.Sha256, 64)]
    [InlineData("SHA-1*;MD5;SHA-512", "SHA-512", HashKind.Sha512, 128)]
    [InlineData("MD5; SHA-1*", "SHA-1", HashKind.Sha1, 40)]
    [InlineData("md5*", "MD5", HashKind.Md5, 32)]
    [InlineData("CRC32", "CRC32", HashKind.Crc32, 8)]
    public void HASH_takes_the_strongest_algorithm_that_is_offered(string offered, string algorithm, HashKind kind, int digits) =>
        Assert.Equal(new HashCommand($"HASH {algorithm}", kind, digits, algorithm), HashCommand.For("HASH", offered));

    [Theory]
    [InlineData("XSHA256", HashKind.Sha256, 64)]
    [InlineData("XSHA512", HashKind.Sha512, 128)]
    [InlineData("XSHA1", HashKind.Sha1, 40)]
    [InlineData("XMD5", HashKind.Md5, 32)]
    [InlineData("XCRC", HashKind.Crc32, 8)]
    public void The_vendors_commands_have_one_algorithm_each(string verb, HashKind kind, int digits) =>
        Assert.Equal(new HashCommand(verb, kind, digits), HashCommand.For(verb, hashParameters: null));

    [Theory]
    [InlineData("HASH", null)]
    [InlineData("HASH", "")]
    [InlineData("HASH", "WHIRLPOOL;TIGER*")]
    [InlineData("MD5", null)]
    public void Unknown_ones_are_not_used(string verb, string? parameters) => Assert.Null(HashCommand.For(verb, parameters));
}
