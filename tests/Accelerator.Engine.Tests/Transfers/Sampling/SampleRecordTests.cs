namespace Accelerator.Engine.Tests.Transfers.Sampling;

public sealed class SampleRecordTests
{
    [Fact]
    public void Only_the_same_bytes_at_the_same_place_need_not_be_asked_for_again()
    {
        var record = new SampleRecord();
        record.Add(new ContentSample(100, [1, 2, 3]));

        Assert.True(record.Has(new ContentSample(100, [1, 2, 3])));
        Assert.False(record.Has(new ContentSample(101, [1, 2, 3])));
        // The place was fetched again with other bytes since, or only a shorter piece of it.
        Assert.False(record.Has(new ContentSample(100, [1, 2, 4])));
        Assert.False(record.Has(new ContentSample(100, [1, 2])));
    }
}
