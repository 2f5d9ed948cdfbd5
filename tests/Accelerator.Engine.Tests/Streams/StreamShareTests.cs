namespace Accelerator.Engine.Tests.Streams;

/// <summary>The division of a number of streams among routes.</summary>
public sealed class StreamShareTests
{
    [Theory]
    [InlineData(8, "? ?", "4 4")]
    [InlineData(7, "? ?", "4 3")]
    [InlineData(1, "? ?", "1 0")]
    [InlineData(1, "10 90", "0 1")]
    [InlineData(8, "70 10", "7 1")]
    [InlineData(8, "125 50", "6 2")]
    [InlineData(32, "125 50", "23 9")]
    [InlineData(8, "100 0", "7 1")]
    [InlineData(9, "80 ? 40", "4 3 2")]
    [InlineData(8, "80 -", "7 1")]
    [InlineData(8, "- -", "4 4")]
    [InlineData(8, "50/2 50", "2 6")]
    [InlineData(8, "50/2 50/3", "2 3")]
    public void Streams_go_where_they_bring_most(int total, string routes, string expected) =>
        Assert.Equal(expected, string.Join(' ', StreamShare.Divide(total, [.. routes.Split(' ').Select(View)])));

    [Theory]
    [InlineData("4 4", "5 3", false)]
    [InlineData("4 4", "6 2", true)]
    [InlineData("24 8", "23 9", false)]
    [InlineData("4 1", "5 0", true)]
    public void Ranges_are_not_cut_short_for_one_stream_more_or_less(string now, string next, bool isWorthIt) =>
        Assert.Equal(isWorthIt, StreamShare.IsWorthIt(Numbers(now), Numbers(next)));

    // "50/2": 50 bytes a second, two streams allowed; "?": rate unknown; "-": nothing to do.
    private static RouteView View(string text)
    {
        var parts = text.Split('/');
        return new RouteView(double.TryParse(parts[0], out var rate) ? rate : null, parts[0] == "-", parts.Length > 1 ? int.Parse(parts[1], null) : int.MaxValue);
    }

    private static int[] Numbers(string text) => [.. text.Split(' ').Select(part => int.Parse(part, null))];
}
