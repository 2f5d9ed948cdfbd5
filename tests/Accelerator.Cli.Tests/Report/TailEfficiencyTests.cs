namespace Accelerator.Cli.Tests.Report;

public sealed class TailEfficiencyTests
{
    [Fact]
    public void A_path_that_stays_full_to_the_end_has_full_efficiency() =>
        Assert.Equal(1, TailEfficiency.Of(Buckets(100, 100, 100, 100, 100), 100)!.Value, 6);

    [Fact]
    public void Streams_that_end_one_by_one_leave_a_part_idle()
    {
        // Of 1000 bytes the last 200 take two buckets of a second: 100 a second, where the best is 200.
        Assert.Equal(0.5, TailEfficiency.Of(Buckets(0, 200, 200, 200, 200, 150, 50), 200)!.Value, 6);
    }

    [Fact]
    public void A_part_of_a_bucket_counts_with_its_part_of_the_time() =>
        Assert.Equal(120 / 2.2 / 100, TailEfficiency.Of(Buckets(100, 100, 100, 100, 100, 60, 40), 100)!.Value, 6);

    [Fact]
    public void Silence_within_the_tail_is_idle_and_what_follows_the_last_byte_is_not() =>
        Assert.Equal(1.0 / 3, TailEfficiency.Of(Buckets(100, 100, 100, 100, 50, 0, 50, 0, 0), 100)!.Value, 6);

    [Fact]
    public void A_run_of_few_snapshots_has_none()
    {
        Assert.Null(TailEfficiency.Of(Buckets(100, 100, 100, 100), 100));
        Assert.Null(TailEfficiency.Of([], 0));
    }

    private static List<GoodputBucket> Buckets(params long[] bytes) =>
        [.. bytes.Select((received, i) => new GoodputBucket(TimeSpan.FromSeconds(i), TimeSpan.FromSeconds(i + 1), received, 1, 1))];
}
