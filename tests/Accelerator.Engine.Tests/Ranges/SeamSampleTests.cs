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
    public void A_short_sample_is_inconclusive_and_a_longer_one_is_conclusive(int length, bool isFlat) => Assert.Equal(isFlat, SeamSample.IsFlat(ByteSamples.Random(length)));

    [Theory]
    [Each(1, 2, 3, 80, 512, 4096)]
    public void A_sample_with_a_short_period_is_inconclusive(int period) => Assert.True(SeamSample.IsFlat(Repeated(period)));

    [Theory]
    [Each(1, 4096)]
    public void One_byte_that_breaks_the_period_makes_the_sample_conclusive(int period)
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
