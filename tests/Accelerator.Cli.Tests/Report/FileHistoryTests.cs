namespace Accelerator.Cli.Tests.Report;

public sealed class FileHistoryTests
{
    private readonly FileHistory _file = new(TransferSamples.Plan());

    [Fact]
    public void A_range_is_a_line_that_grows_and_one_that_is_fetched_again_a_line_of_its_own()
    {
        Follow(3, 1, 0, 2, 100);
        Follow(3, 1, 0, 3, 250);
        Follow(3, 1, 0, 3, 250);
        var history = Assert.Single(_file.Histories);
        Assert.Equal((3, 250L), (history.Slot, history.Bytes));
        Assert.Equal([(1d, 0L), (2d, 100L), (3d, 250L)], history.Knots.Select(knot => (knot.At.TotalSeconds, knot.Position)));
        Follow(3, 5, 0, 6, 80);
        Assert.Equal([250L, 80L], _file.Histories.Select(line => line.Bytes));
    }

    [Fact]
    public void A_long_run_keeps_its_lines_with_fewer_points()
    {
        for (var second = 1; second <= 50_000; second++)
        {
            for (var slot = 0; slot < 4; slot++) Follow(slot, 0, slot * 1_000_000, second, (slot * 1_000_000) + (second * 10));
        }
        Assert.Equal(4, _file.Histories.Count);
        Assert.All(_file.Histories, history => Assert.Equal(500_000, history.Bytes));
        Assert.InRange(Knots(), 500, FileHistory.MostKnots);
        Assert.All(_file.Histories, history => Assert.Equal(1, history.Ranges));
    }

    [Fact]
    public void With_many_ranges_adjacent_ranges_are_merged_and_no_byte_is_lost_from_the_chart()
    {
        const int count = 20_000;
        for (var i = 0; i < count; i++) Follow(i % 64, i, i * 5000L, i + 64, (i + 1) * 5000L);
        Assert.InRange(Knots(), 500, FileHistory.MostKnots);
        Assert.Equal(count, _file.Histories.Sum(history => history.Ranges));
        var lines = _file.Histories.OrderBy(history => history.Start).ToList();
        Assert.Equal((0, count * 5000L), (lines[0].Start, lines[^1].End));
        Assert.All(lines.Zip(lines.Skip(1)), pair => Assert.Equal(pair.First.End, pair.Second.Start));
        Assert.All(lines, line => Assert.InRange(line.Bytes, 5000, count * 5000L / 100));
        // Merged lines keep their position: each range took 64 s and started at the second of its number.
        Assert.All(lines, line => Assert.Equal((line.Start / 5000, (line.End / 5000) + 63), ((long)line.Knots[0].At.TotalSeconds, (long)line.Knots[^1].At.TotalSeconds)));
    }

    [Fact]
    public void A_range_that_fails_again_and_again_uses_bounded_memory()
    {
        for (var i = 0; i < 50_000; i++) Follow(0, i, 0, i + 0.5, 50 * TransferSamples.MiB);
        Assert.InRange(Knots(), 2, FileHistory.MostKnots);
        Assert.Equal(50_000, _file.Histories.Sum(history => history.Ranges));
    }

    private int Knots() => _file.Histories.Sum(history => history.Knots.Count);

    private void Follow(int slot, double from, long start, double to, long position) =>
        _file.Follow(slot, new StreamSpan(StreamState.Receiving, TimeSpan.FromSeconds(from), TimeSpan.FromSeconds(to), "big.bin", start, position, 1));
}
