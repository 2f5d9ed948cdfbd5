using Accelerator.Engine.Ranges;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Ranges;

public sealed class SeamSampleTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(15)]
    public void A_few_bytes_say_nothing(int length) => Assert.True(SeamSample.IsFlat(Random(length)));

    [Theory]
    [InlineData(16)]
    [InlineData(4096)]
    [InlineData(SeamSample.Length)]
    public void Data_says_something(int length) => Assert.False(SeamSample.IsFlat(Random(length)));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(80)]
    [InlineData(512)]
    [InlineData(4096)]
    public void What_repeats_with_a_short_period_says_nothing(int period)
    {
        var bytes = Repeated(period);

        Assert.True(SeamSample.IsFlat(bytes));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4096)]
    public void One_byte_that_breaks_the_period_makes_it_say_something(int period)
    {
        var bytes = Repeated(period);
        bytes[^1] ^= 0xFF;

        Assert.False(SeamSample.IsFlat(bytes));
    }

    private static byte[] Repeated(int period)
    {
        var pattern = Random(period);
        var bytes = new byte[SeamSample.Length];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = pattern[i % period];
        return bytes;
    }

    private static byte[] Random(int length)
    {
        var bytes = new byte[length];
        FileContent.Synthetic(length, seed: 3).Read(0, bytes);
        return bytes;
    }
}
