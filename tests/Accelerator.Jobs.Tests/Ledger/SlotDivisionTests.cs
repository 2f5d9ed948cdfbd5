namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SlotDivisionTests
{
    [Theory]
    [InlineData(8, new[] { 8, 8 }, new[] { 4, 4 })]
    [InlineData(8, new[] { 8, 8, 8 }, new[] { 3, 3, 2 })]
    [InlineData(8, new[] { 1, 8, 0 }, new[] { 1, 7, 0 })]
    [InlineData(8, new[] { 2, 3, 1 }, new[] { 2, 3, 1 })]
    [InlineData(0, new[] { 1 }, new[] { 0 })]
    [InlineData(4, new int[0], new int[0])]
    public void Everyone_gets_an_equal_share_or_what_is_wanted(int budget, int[] wanted, int[] shares)
    {
        Assert.Equal(shares, SlotLedger.Divide(budget, wanted, turn: 0));
        Assert.Equal(shares, SlotLedger.Divide(budget, wanted, turn: 1));
    }

    [Fact]
    public void With_fewer_places_than_requesters_each_has_a_turn()
    {
        var turns = Enumerable.Range(0, 5).Select(turn => SlotLedger.Divide(2, [3, 0, 1, 9, 9, 2], turn)).ToList();
        Assert.All(turns, shares => Assert.Equal((2, 1, 0), (shares.Sum(), shares.Max(), shares[1])));
        Assert.All(new[] { 0, 2, 3, 4, 5 }, taker => Assert.Equal(2, turns.Sum(shares => shares[taker])));
    }
}
