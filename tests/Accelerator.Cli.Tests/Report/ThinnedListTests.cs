using Accelerator.Cli.Report;

namespace Accelerator.Cli.Tests.Report;

public sealed class ThinnedListTests
{
    [Fact]
    public void Up_to_its_capacity_it_keeps_all()
    {
        Assert.Equal([0, 1, 2, 3], Filled(4, 4).Kept);
        Assert.Equal(0, Filled(4, 4).LeftOut);
    }

    [Fact]
    public void Beyond_it_every_second_goes_and_every_second_comes()
    {
        Assert.Equal([0, 2, 4], Filled(4, 5).Kept);
        Assert.Equal([0, 2, 4, 6], Filled(4, 8).Kept);
        Assert.Equal([0, 4, 8], Filled(4, 9).Kept);
        Assert.Equal([0, 2, 4, 6], Filled(5, 8).Kept.Take(4));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(200)]
    public void However_much_is_added_it_holds_at_most_its_capacity_spread_evenly(int capacity)
    {
        var list = new ThinnedList<int>(capacity);
        for (var i = 0; i < 5000; i++)
        {
            list.Add(i);
            Assert.InRange(list.Kept.Count, 1, capacity);
            Assert.Equal(i + 1, list.Seen);
            Assert.Equal(list.Seen, list.Kept.Count + list.LeftOut);
        }
        Assert.True(list.Kept.Count * 2 >= capacity - 1, $"{list.Kept.Count} of {capacity}");
        Assert.Equal(0, list.Kept[0]);
        Assert.Single(list.Kept.Zip(list.Kept.Skip(1), (a, b) => b - a).Distinct());
    }

    private static ThinnedList<int> Filled(int capacity, int count)
    {
        var list = new ThinnedList<int>(capacity);
        for (var i = 0; i < count; i++) list.Add(i);
        return list;
    }
}
