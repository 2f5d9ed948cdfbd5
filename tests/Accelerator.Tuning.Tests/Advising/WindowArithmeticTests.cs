namespace Accelerator.Tuning.Tests.Advising;

public sealed class WindowArithmeticTests
{
    private const long Normal = 16_776_960;

    /// <summary>Microsoft's table: a window by level and the rate it carries at a round trip, in Mbit/s.</summary>
    [Fact]
    public void One_stream_carries_one_window_in_a_round_trip() => Assert.All(
        ((long, int, double)[])[(65_535, 200, 2.6), (262_140, 200, 10.5), (1_048_560, 200, 41.9), (Normal, 200, 671.1), (Normal, 50, 2684.3)],
        one => Assert.Equal(one.Item3, WindowArithmetic.StreamBits(one.Item1, TimeSpan.FromMilliseconds(one.Item2))!.Value / 1e6, 1));

    [Theory]
    [InlineData(10.0, 200, Normal, 15, 19, true)]
    [InlineData(10.0, 200, 1_073_725_440, 1, 1, true)]
    [InlineData(10.0, 10, Normal, 1, 1, true)]
    [InlineData(10.0, 20, Normal, 2, 3, true)]
    [InlineData(10.0, 200, 1_048_560, 239, 64, false)]
    [InlineData(10.0, 200, 65_535, 3815, 64, false)]
    // 64 exactly, and one window more.
    [InlineData(8.0, 1000, 15_625_000, 64, 64, true)]
    [InlineData(8.0, 1000, 15_624_999, 65, 64, false)]
    public void Streams_are_windows_and_a_quarter_more(double gigabits, int milliseconds, long window, long least, int advised, bool canFill) =>
        Assert.Equal(new StreamNeed(least, advised, canFill), WindowArithmetic.Streams((long)(gigabits * 1e9), TimeSpan.FromMilliseconds(milliseconds), window));

    [Fact]
    public void The_product_of_10_Gbit_and_200_ms_is_250_MB() => Assert.Equal(250_000_000, WindowArithmetic.Product(10_000_000_000, TimeSpan.FromMilliseconds(200)));

    [Fact]
    public void Rates_are_printed_with_three_digits() => Assert.Equal(
        ["671 Mbit/s", "10 Gbit/s", "2.62 Mbit/s", "1 Gbit/s", "0 bit/s"],
        ((double[])[671_078_400, 10_000_000_000, 2_621_400, 999_600_000, 0]).Select(Spoken.Bits));
}
