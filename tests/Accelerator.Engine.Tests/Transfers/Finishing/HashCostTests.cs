namespace Accelerator.Engine.Tests.Transfers.Finishing;

public sealed class HashCostTests
{
    [Theory]
    [InlineData(3_000_000_000, 60, true)] // 10 s of hashing after a minute
    [InlineData(3_000_000_000, 50, true)]
    [InlineData(3_000_000_000, 49, false)]
    [InlineData(3_000_000_000, 3, false)] // 10 Gb/s: the hash would cost three times the transfer
    [InlineData(0, 0, true)]
    public void A_hash_is_cheap_up_to_a_fifth_of_the_transfer(long length, double seconds, bool isCheap) =>
        Assert.Equal(isCheap, HashCost.IsCheap(length, TimeSpan.FromSeconds(seconds)));

    [Theory]
    [InlineData(0, 60)]
    [InlineData(1_000_000_000, 60)]
    [InlineData(3_000_000_000_000, 100_000)]
    public void The_server_is_given_ten_times_what_is_expected_and_a_minute_at_least(long length, double seconds) =>
        Assert.Equal(seconds, HashCost.Limit(length).TotalSeconds, precision: 0);
}
