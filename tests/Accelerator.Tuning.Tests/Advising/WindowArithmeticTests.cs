using Accelerator.Tuning.Advising;

namespace Accelerator.Tuning.Tests.Advising;

public sealed class WindowArithmeticTests
{
    private const long Normal = 16_776_960;

    [Theory]
    // Microsoft's table: a window by level and what it carries at a round trip, in Mbit/s.
    [InlineData(65_535, 200, 2.6)]
    [InlineData(262_140, 200, 10.5)]
    [InlineData(1_048_560, 200, 41.9)]
    [InlineData(Normal, 200, 671.1)]
    [InlineData(Normal, 50, 2684.3)]
    public void One_stream_carries_one_window_in_a_round_trip(long window, int milliseconds, double megabits) =>
        Assert.Equal(megabits, WindowArithmetic.StreamBits(window, TimeSpan.FromMilliseconds(milliseconds)) / 1e6, 1);

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

    [Theory]
    [InlineData(671_078_400, "671 Mbit/s")]
    [InlineData(10_000_000_000, "10 Gbit/s")]
    [InlineData(2_621_400, "2.62 Mbit/s")]
    [InlineData(999_600_000, "1 Gbit/s")]
    [InlineData(0, "0 bit/s")]
    public void Rates_are_spoken_in_three_digits(double bits, string spoken) => Assert.Equal(spoken, Spoken.Bits(bits));
}
