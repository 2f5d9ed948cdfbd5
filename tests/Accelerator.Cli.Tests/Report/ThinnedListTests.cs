namespace Accelerator.Cli.Tests.Report;

public sealed class ThinnedListTests
{
    [Theory]
    [InlineData(4, 4, "0 1 2 3")]
    [InlineData(4, 5, "0 2 4")]
    [InlineData(4, 8, "0 2 4 6")]
    [InlineData(4, 9, "0 4 8")]
    [InlineData(5, 8, "0 2 4 6")]
    public void It_keeps_every_sample_up_to_its_capacity_and_beyond_it_every_second_one(int capacity, int count, string kept)
    {
        var list = new ThinnedList<int>(capacity);
        for (var i = 0; i < count; i++) list.Add(i);
        Assert.Equal(kept, string.Join(' ', list.Kept));
        Assert.Equal(count - list.Kept.Count, list.LeftOut);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(200)]
    public void It_never_holds_more_than_its_capacity_evenly_spread(int capacity)
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
}
