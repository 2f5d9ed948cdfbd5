namespace Accelerator.Engine.Tests.Ranges;

public sealed class SeamSampleTests
{
    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(15, true)]
    [InlineData(16, false)]
    [InlineData(4096, false)]
    [InlineData(SeamSample.Length, false)]
    public void A_few_bytes_say_nothing_and_more_of_them_something(int length, bool isFlat) => Assert.Equal(isFlat, SeamSample.IsFlat(ByteSamples.Random(length)));

    [Theory]
    [Each(1, 2, 3, 80, 512, 4096)]
    public void What_repeats_with_a_short_period_says_nothing(int period) => Assert.True(SeamSample.IsFlat(Repeated(period)));

    [Theory]
    [Each(1, 4096)]
    public void One_byte_that_breaks_the_period_makes_it_say_something(int period)
    {
        var bytes = Repeated(period);
        bytes[^1] ^= 0xFF;

        Assert.False(SeamSample.IsFlat(bytes));
    }

    private static byte[] Repeated(int period)
    {
        var pattern = ByteSamples.Random(period);
        var bytes = new byte[SeamSample.Length];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = pattern[i % period];
        return bytes;
    }
}
