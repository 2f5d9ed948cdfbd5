namespace Accelerator.Cli.Tests.Output;

public sealed class RouteTextTests
{
    private static readonly RouteShare One = TransferSamples.Routes()[0];

    [Fact]
    public void A_route_is_named_by_what_distinguishes_it_from_the_others()
    {
        Assert.Equal("by eth1", RouteText.Name(One, [One, One with { Path = "eth2" }]));
        Assert.Equal("from ftp://a:21", RouteText.Name(One, [One, One with { Source = "ftp://b:21" }]));
        Assert.Equal("by eth1 from ftp://a:21", RouteText.Name(One, [One, One with { Source = "ftp://b:21", Path = "eth2" }]));
        Assert.Equal("from ftp://a:21", RouteText.Name(One, [One]));
        // A user-defined path name cannot send control sequences to a terminal.
        Assert.Equal("by eth\\x1B[2J", RouteText.Name(One with { Path = "eth\u001b[2J" }, [One, One with { Path = "eth\u001b[2J" }]));
    }

    [Fact]
    public void The_summary_is_one_line() => Assert.Equal(
        "by eth1 612 MiB (61.0 MiB/s), by eth2 1.00 GiB (100 MiB/s).",
        RouteText.Summary([One, One with { Path = "eth2", BytesFetched = 1L << 30, BytesPerSecond = 100 << 20 }]));

    [Fact]
    public void A_row_fits_every_width() => Assert.All(
        Enumerable.Range(1, 90), width => Assert.InRange(CellWidth.Of(RouteText.Row(One with { Path = "이더넷 2" }, TransferSamples.Routes(), width, Glyphs.Ascii)), 0, width));
}
