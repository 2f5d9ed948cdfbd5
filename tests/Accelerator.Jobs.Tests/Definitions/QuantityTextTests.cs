namespace Accelerator.Jobs.Tests.Definitions;

public sealed class QuantityTextTests
{
    [Fact]
    public void Sizes_are_bytes() => Assert.All(
        ((string, long?)[])
        [
            ("0", 0), ("12345", 12345), ("64M", 64L << 20), ("1.5GiB", 3L << 29), ("2t", 2L << 40),
            ("9999999T", null), ("M", null), ("", null), ("-1", null), ("1 G", null), ("1Gbit", null),
        ],
        pair => Assert.Equal(pair.Item2, QuantityText.Size(pair.Item1)));

    [Fact]
    public void Rates_are_bytes_a_second() => Assert.All(
        ((string, long?)[])[("100M", 100L << 20), ("4Gbit", 500_000_000), ("800mbit/s", 100_000_000), ("100M/s", 100L << 20), ("fast", null), ("/s", null)],
        pair => Assert.Equal(pair.Item2, QuantityText.Rate(pair.Item1)));

    /// <summary>Other parsers read "30" as thirty days and "24:00:00" as twenty-four.</summary>
    [Fact]
    public void Durations_have_a_unit() => Assert.All(
        ((string, double?)[])
        [
            ("30s", 30), ("15m", 900), ("1.5h", 5400), ("7d", 604800), ("0s", 0), ("3650d", 315360000),
            ("3651d", null), ("30", null), ("24:00:00", null), ("1w", null), ("99999999999999999999999d", null),
        ],
        pair => Assert.Equal(pair.Item2, QuantityText.Duration(pair.Item1)?.TotalSeconds));
}
