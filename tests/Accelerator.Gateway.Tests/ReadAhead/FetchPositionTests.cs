using Accelerator.Gateway.ReadAhead;

namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>When an order of files counts as followed.</summary>
public sealed class FetchPositionTests
{
    [Theory]
    [InlineData("", false, 0)]
    [InlineData("0", false, 1)]
    [InlineData("0 1", true, 2)]
    [InlineData("3 4", true, 5)]
    [InlineData("0 0 0", false, 1)]
    [InlineData("0 5", true, 6)]
    [InlineData("0 60", false, 61)]
    [InlineData("5 1", false, 6)]
    [InlineData("50 51 2", false, 3)]
    [InlineData("50 51 2 3", true, 4)]
    [InlineData("0 2 1 3", true, 4)]
    public void Two_requests_in_order_make_it_followed(string requests, bool isFollowed, int next)
    {
        var position = new FetchPosition(100, isExpected: false);
        foreach (var index in requests.Split(' ', StringSplitOptions.RemoveEmptyEntries)) position.Note(int.Parse(index));
        Assert.Equal((isFollowed, next), (position.IsFollowed, position.Next));
    }

    [Fact]
    public void An_expected_order_is_followed_from_its_first_file_and_given_up_at_another_one()
    {
        var position = new FetchPosition(100, isExpected: true);
        Assert.Equal((true, 0), (position.IsFollowed, position.Next));
        position.Note(90);
        Assert.False(position.IsFollowed);
    }
}
