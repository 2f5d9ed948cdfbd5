using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Tests.Fxp;

public sealed class FxpProgressMeterTests
{
    private const long Mebibyte = 1 << 20;

    private readonly FakeTime _time = new();
    private readonly FxpItem[] _items = [.. "abc".Select(name => new FxpItem(Path($"out/{name}"), Path($"in/{name}")))];
    private readonly FxpRequest _request;
    private readonly FxpProgressMeter _meter;

    public FxpProgressMeterTests()
    {
        _request = new FxpRequest { Source = FxpSamples.Source, Destination = FxpSamples.Destination, Items = _items };
        _meter = new FxpProgressMeter(_request, _time);
    }

    [Fact]
    public void A_file_keeps_its_row_until_it_ends_and_the_next_file_takes_the_free_one()
    {
        Begin(0);
        Begin(1);
        Assert.Equal([(0, "a"), (1, "b")], Rows());
        End(0);
        Assert.Equal([(1, "b")], Rows());
        Begin(2);
        Assert.Equal([(0, "c"), (1, "b")], Rows());
        // Another try of the same file.
        Begin(1);
        Assert.Equal([(0, "c"), (1, "b")], Rows());
    }

    [Fact]
    public void A_row_has_the_rate_of_its_file_over_the_last_ten_seconds()
    {
        Begin(0);
        Begin(1);
        for (var i = 1; i <= 4; i++)
        {
            _time.Advance(TimeSpan.FromSeconds(2));
            _meter.Take(new FxpEvent.Progress(_items[0], i * 4 * Mebibyte, FxpSamples.Plan.Size));
        }
        Assert.Equal([2.0 * Mebibyte, 0], Rates());
        // Half of the ten seconds pass without a byte.
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal([1.0 * Mebibyte, 0], Rates());
        _time.Advance(TimeSpan.FromSeconds(10));
        Assert.Equal([0.0, 0], Rates());
    }

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    private void Begin(int item) => _meter.Take(new FxpEvent.Planned(FxpSamples.Plan with { Item = _items[item], Offset = 0 }));

    private void End(int item) =>
        _meter.Take(new FxpEvent.Finished(FxpSamples.Copied with { Destination = _request.Destination.Describe(_items[item].To) }));

    private (int Slot, string Name)[] Rows() => [.. _meter.Snapshot().Streams.Select(row => (row.Slot, row.FileName))];

    private double[] Rates() => [.. _meter.Snapshot().Streams.Select(row => Math.Round(row.BytesPerSecond))];
}
