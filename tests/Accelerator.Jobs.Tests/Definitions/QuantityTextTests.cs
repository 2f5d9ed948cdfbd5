using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Tests.Definitions;

public sealed class QuantityTextTests
{
    [Theory]
    [InlineData("0", 0L)]
    [InlineData("12345", 12345L)]
    [InlineData("64M", 64L << 20)]
    [InlineData("1.5GiB", 3L << 29)]
    [InlineData("2t", 2L << 40)]
    [InlineData("9999999T", null)]
    [InlineData("M", null)]
    [InlineData("", null)]
    [InlineData("-1", null)]
    [InlineData("1 G", null)]
    [InlineData("1Gbit", null)]
    public void Sizes_are_bytes(string text, long? expected) => Assert.Equal(expected, QuantityText.Size(text));

    [Theory]
    [InlineData("100M", 100L << 20)]
    [InlineData("4Gbit", 500_000_000L)]
    [InlineData("800mbit/s", 100_000_000L)]
    [InlineData("100M/s", 100L << 20)]
    [InlineData("fast", null)]
    [InlineData("/s", null)]
    public void Rates_are_bytes_a_second(string text, long? expected) => Assert.Equal(expected, QuantityText.Rate(text));

    /// <summary>Other readers take "30" for thirty days and "24:00:00" for twenty-four.</summary>
    [Theory]
    [InlineData("30s", 30.0)]
    [InlineData("15m", 900.0)]
    [InlineData("1.5h", 5400.0)]
    [InlineData("7d", 604800.0)]
    [InlineData("0s", 0.0)]
    [InlineData("3650d", 315360000.0)]
    [InlineData("3651d", null)]
    [InlineData("30", null)]
    [InlineData("24:00:00", null)]
    [InlineData("1w", null)]
    [InlineData("99999999999999999999999d", null)]
    public void Durations_have_a_unit(string text, double? seconds) => Assert.Equal(seconds, QuantityText.Duration(text)?.TotalSeconds);
}
