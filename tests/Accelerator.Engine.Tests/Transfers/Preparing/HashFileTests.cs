namespace Accelerator.Engine.Tests.Transfers.Preparing;

public sealed class HashFileTests
{
    private const string A = "900150983cd24fb0d6963f7d28e17f72";
    private const string B = "d41d8cd98f00b204e9800998ecf8427e";

    [Theory]
    [InlineData(A + "  big.bin\n")]
    [InlineData(A + " *big.bin\r\n")]
    [InlineData(A + "\tbig.bin")]
    [InlineData("MD5 (big.bin) = " + A)]
    [InlineData(A + "  ./pub/big.bin\n")]
    [InlineData(A + "  pub/big.bin\n")]
    [InlineData(A + "  /data/pub/big.bin\n")]
    [InlineData(A + "  ../pub/big.bin\n")]
    [InlineData("MD5(big.bin)= " + A)]
    [InlineData("900150983CD24FB0D6963F7D28E17F72  big.bin")]
    [InlineData(A)]
    [InlineData(A + "\r\n")]
    [InlineData("\n\n" + A + "\n\n")]
    [InlineData("# a comment\n" + B + "  other.bin\n" + A + "  big.bin\n")]
    [InlineData(A + "  big.bin\n" + A + "  big.bin\n")]
    public void The_digest_of_the_file_is_found(string text) => Assert.Equal(A, HashFile.Find(text, "big.bin", HashKind.Md5));

    [Theory]
    [InlineData("")]
    [InlineData("nothing here")]
    [InlineData(A + "  other.bin\n")]
    [InlineData("MD5 (other.bin) = " + A)]
    [InlineData(A + "\n" + B + "\n")]
    [InlineData(A + "  big.bin\n" + B + "  big.bin\n")]
    [InlineData("900150983cd24fb0d6963f7d28e17f7  big.bin")]
    [InlineData("900150983cd24fb0d6963f7d28e17f722  big.bin")]
    [InlineData("900150983cd24fb0d6963f7d28e17fzz  big.bin")]
    [InlineData(A + "  notbig.bin\n")]
    [InlineData(A + "  big.bin.old\n")]
    public void No_hash_is_taken_from_an_ambiguous_or_invalid_file(string text) => Assert.Null(HashFile.Find(text, "big.bin", HashKind.Md5));

    [Fact]
    public void Names_with_spaces_are_found() => Assert.Equal(A, HashFile.Find($"{B}  a.bin\n{A}  a big file.bin\n", "a big file.bin", HashKind.Md5));

    [Fact]
    public void A_digest_of_another_length_is_another_algorithms() => Assert.Null(HashFile.Find($"{A}  big.bin\n", "big.bin", HashKind.Sha256));
}
