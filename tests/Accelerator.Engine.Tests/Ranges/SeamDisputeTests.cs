namespace Accelerator.Engine.Tests.Ranges;

/// <summary>The first source's bytes decide which of two sources is wrong.</summary>
public sealed class SeamDisputeTests
{
    private static readonly byte[] Truth = [1, 2, 3, 4, 5, 6, 7, 8];

    [Fact]
    public void A_source_whose_bytes_match_the_data_is_not_blamed()
    {
        Assert.Equal([2], Of(1, 100, Truth, 2, 100, [1, 2, 3, 4, 5, 6, 7, 9]).Guilty(Truth));
        Assert.Equal([1], Of(1, 100, [0, 2, 3], 2, 100, Truth).Guilty(Truth));
        Assert.Equal([1, 2], Of(1, 100, [9], 2, 100, [8]).Guilty(Truth).Order());
        Assert.Empty(Of(0, 100, Truth, 1, 100, Truth[..3]).Guilty(Truth));
    }

    [Fact]
    public void Each_is_compared_where_it_gave_something()
    {
        var dispute = Of(0, 100, [1, 2, 3, 4], 1, 104, [5, 6, 7, 9]);

        Assert.Equal(new ByteRange(100, 108), dispute.Range);
        Assert.Equal([1], dispute.Guilty(Truth));
        Assert.True(dispute.HasReplica);
        Assert.False(Of(0, 0, [], Fragment.EarlierRun, 0, []).HasReplica);
    }

    [Fact]
    public void Bytes_not_received_blame_no_source() => Assert.Empty(Of(0, 100, [1, 2, 3, 4], 1, 104, [9, 9, 9, 9]).Guilty(Truth.AsSpan(0, 4)));

    private static SeamDispute Of(int one, long at, byte[] bytes, int other, long otherAt, byte[] otherBytes) => new(new SeamClaim(one, at, bytes), new SeamClaim(other, otherAt, otherBytes));
}
