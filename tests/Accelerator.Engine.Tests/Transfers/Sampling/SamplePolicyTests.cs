namespace Accelerator.Engine.Tests.Transfers.Sampling;

/// <summary>Which transfers are sampled once more after their last byte, and where.</summary>
public sealed class SamplePolicyTests
{
    private const int Sample = SamplePolicy.Length;

    private static readonly SampleEvidence Short = new()
    {
        Length = 10 << 20,
        HasSize = true,
        HasIdentity = true,
        IsSingle = false,
        HasHead = true,
        Ranges = 1,
        Early = [],
    };

    [Fact]
    public void A_short_file_in_one_piece_is_not_sampled_if_size_and_time_are_known()
    {
        Assert.Empty(SamplePolicy.Choose(Short));
        Assert.Empty(SamplePolicy.Choose(Short with { HasIdentity = false, Length = 0 }));
        // Without a size, a file this short is read to its end once more as a whole.
        Assert.Empty(SamplePolicy.Choose(Short with { HasIdentity = false, HasSize = false, Length = Sample }));
    }

    [Fact]
    public void The_start_is_read_again_where_something_could_have_changed_unseen()
    {
        var start = new ByteRange(0, Sample);
        Assert.Equal([start], SamplePolicy.Choose(Short with { HasIdentity = false }));
        Assert.Equal([start], SamplePolicy.Choose(Short with { Length = 16 << 20 }));
        Assert.Empty(SamplePolicy.Choose(Short with { Length = 16 << 20, IsActive = true }));
        Assert.Equal([start], SamplePolicy.Choose(Short with { HasIdentity = false, IsActive = true }));
        Assert.Equal([new ByteRange(0, 100)], SamplePolicy.Choose(Short with { HasIdentity = false, Length = 100 }));
    }

    [Fact]
    public void A_sample_lies_inside_each_range_that_was_complete_before_the_last_one()
    {
        var evidence = Short with { Ranges = 4, Early = [new(0, 4 << 20), new(4 << 20, 6 << 20), new(6 << 20, (6 << 20) + 1000)] };
        var middle = (5 << 20) - (Sample / 2);

        Assert.Equal([new ByteRange(0, Sample), new ByteRange(middle, middle + Sample)], SamplePolicy.Choose(evidence));
        Assert.Equal([new ByteRange(0, Sample)], SamplePolicy.Choose(evidence with { IsSingle = true }));
        Assert.Equal([new ByteRange(middle, middle + Sample)], SamplePolicy.Choose(evidence with { HasHead = false }));
    }

    [Fact]
    public void There_are_never_more_samples_than_the_limit()
    {
        var early = Enumerable.Range(1, 100).Select(i => new ByteRange(i << 20, (i + 1) << 20)).ToList();
        var samples = SamplePolicy.Choose(Short with { Length = 200 << 20, Ranges = 101, Early = early });

        Assert.Equal(SamplePolicy.Most, samples.Count);
        Assert.Equal(samples.Count, samples.Select(sample => sample.Start).Distinct().Count());
    }
}
