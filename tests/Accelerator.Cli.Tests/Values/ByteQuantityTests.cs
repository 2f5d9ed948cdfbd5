namespace Accelerator.Cli.Tests.Values;

public sealed class ByteQuantityTests
{
    [Theory]
    [InlineData("0", 0)]
    [InlineData("1500", 1500)]
    [InlineData("64K", 65536)]
    [InlineData("64k", 65536)]
    [InlineData("64KiB", 65536)]
    [InlineData("1.5M", 1572864)]
    [InlineData("2G", 2L << 30)]
    [InlineData("1T", 1L << 40)]
    [InlineData("7b", 7)]
    public void A_size_is_bytes_or_a_power_of_1024(string text, long bytes) => Assert.Equal(bytes, ByteQuantity.ParseSize(text));

    public static TheoryData<string> NoSizes =>
        ["", "K", "-1", "+1", "1e3", "1 M", "1.2.3M", "1,5M", "1MB", "10Mbit", "0x10", "9999999999999999999", "99999999999999999999999999999999999999", "8388608T"];

    [Theory]
    [MemberData(nameof(NoSizes))]
    public void A_wrong_size_is_refused_with_a_sentence(string text)
    {
        var error = Assert.Throws<UsageException>(() => ByteQuantity.ParseSize(text));
        Assert.Equal($"\"{text}\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.", error.Message);
    }

    [Theory]
    [InlineData("100M", 104857600)]
    [InlineData("100M/s", 104857600)]
    [InlineData("800Mbit", 100_000_000)]
    [InlineData("800mbit/s", 100_000_000)]
    [InlineData("10Gbit", 1_250_000_000)]
    [InlineData("80kbit", 10_000)]
    [InlineData("1K", 1024)]
    [InlineData("4096", 4096)]
    public void A_rate_is_bytes_or_decimal_bits_a_second(string text, long bytesPerSecond) => Assert.Equal(bytesPerSecond, ByteQuantity.ParseRate(text));

    [Theory]
    [InlineData("fast", "is not a rate")]
    [InlineData("/s", "is not a rate")]
    [InlineData("10MB", "is not a rate")]
    [InlineData("10Mbps", "is not a rate")]
    [InlineData("0", "is too small")]
    [InlineData("1023", "is too small")]
    [InlineData("8kbit", "is too small")]
    public void A_wrong_rate_is_refused_with_a_sentence(string text, string sentence)
    {
        var error = Assert.Throws<UsageException>(() => ByteQuantity.ParseRate(text));
        Assert.Contains(sentence, error.Message);
        Assert.Contains($"\"{text}\"", error.Message);
    }
}
