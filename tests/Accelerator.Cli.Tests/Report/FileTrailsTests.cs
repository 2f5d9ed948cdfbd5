using Accelerator.Cli.Report;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Tests.Report;

public sealed class FileTrailsTests
{
    private readonly FileTrails _file = new(Samples.Plan());

    [Fact]
    public void A_range_is_a_line_that_grows()
    {
        Follow(3, 1, 0, 2, 100);
        Follow(3, 1, 0, 3, 250);
        Follow(3, 1, 0, 3, 250);
        var trail = Assert.Single(_file.Trails);
        Assert.Equal((3, 250L), (trail.Slot, trail.Bytes));
        Assert.Equal([(1d, 0L), (2d, 100L), (3d, 250L)], trail.Knots.Select(knot => (knot.At.TotalSeconds, knot.Position)));
    }

    [Fact]
    public void A_range_that_is_fetched_again_is_a_line_of_its_own()
    {
        Follow(3, 1, 0, 2, 100);
        Follow(3, 5, 0, 6, 80);
        Assert.Equal([100L, 80L], _file.Trails.Select(trail => trail.Bytes));
    }

    [Fact]
    public void A_long_run_keeps_its_lines_with_fewer_points()
    {
        for (var second = 1; second <= 50_000; second++)
        {
            for (var slot = 0; slot < 4; slot++) Follow(slot, 0, slot * 1_000_000, second, (slot * 1_000_000) + (second * 10));
        }
        Assert.Equal(4, _file.Trails.Count);
        Assert.All(_file.Trails, trail => Assert.Equal(500_000, trail.Bytes));
        Assert.InRange(Knots(), 500, FileTrails.MostKnots);
        Assert.Equal(0, _file.LeftOut);
    }

    [Fact]
    public void Of_many_ranges_the_small_ones_go_and_are_counted()
    {
        for (var i = 0; i < 20_000; i++) Follow(i % 64, i, i * 1000, i + 1, (i * 1000) + (i % 100 == 0 ? 900 : 10));
        Assert.InRange(Knots(), 500, FileTrails.MostKnots);
        Assert.Equal(20_000, _file.Trails.Count + _file.LeftOut);
        Assert.Equal(200, _file.Trails.Count(trail => trail.Bytes == 900));
    }

    private int Knots() => _file.Trails.Sum(trail => trail.Knots.Count);

    private void Follow(int slot, double from, long start, double to, long position) =>
        _file.Follow(slot, new LaneSpan(StreamState.Receiving, TimeSpan.FromSeconds(from), TimeSpan.FromSeconds(to), "big.bin", start, position, 1));
}
