namespace Accelerator.Engine.Tests.Ranges;

public sealed class ProofChainTests : ProofChainFixture
{
    [Fact]
    public void What_one_stream_received_from_0_is_proven_and_a_range_above_it_by_an_equal_seam_and_not_before()
    {
        var lower = Receive(0, 400);
        Assert.Equal(400, Map.FirstUnproven);
        Assert.Empty(Chain.Unsettled());
        var upper = Receive(400, 1000);
        Assert.Equal(400, Map.FirstUnproven);
        Join(lower, upper);
        Assert.True(Map.IsVerified);
        Assert.True(Chain.RestShown);
    }

    [Fact]
    public void A_chain_is_proven_as_soon_as_it_reaches_byte_0_in_any_order_of_its_seams()
    {
        var (a, b, c, d) = (Receive(0, 100), Receive(100, 300), Receive(300, 600), Receive(600, 1000));
        Join(c, d);
        Join(b, c);
        Assert.Equal(100, Map.FirstUnproven);
        Join(a, b);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void A_part_that_begins_above_0_is_proven_when_a_range_ends_exactly_with_the_file()
    {
        var map = new FileMap(Size, new(200, 800));
        var chain = new ProofChain(map);
        var (lower, _) = chain.Begin(200);
        chain.Grow(lower, 500);
        chain.Close(lower);
        var (upper, _) = chain.Begin(500);
        chain.Grow(upper, 800);
        Assert.Equal(SeamVerdict.Equal, chain.Settle(lower, upper, Data(1), Data(1)));
        Assert.Equal(200, map.FirstUnproven);

        chain.ShowRest(source: 1);
        Assert.Equal(200, map.FirstUnproven);
        chain.ShowRest();
        Assert.True(map.IsVerified);
    }

    [Fact]
    public void Bytes_that_a_proven_range_receives_later_are_proven_too()
    {
        var lower = Receive(0, 400);
        var (upper, _) = Chain.Begin(400);
        Chain.Grow(upper, 500);
        Join(lower, upper);
        Chain.Grow(upper, 900);
        Assert.Equal(900, Map.FirstUnproven);
    }

    [Fact]
    public void A_different_seam_proves_nothing()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        Assert.Equal(SeamVerdict.Different, Chain.Settle(lower, upper, Data(1), Data(2)));
        Assert.Equal(400, Map.FirstUnproven);
        Assert.False(Chain.RestShown);
        Assert.Equal((lower, upper), Assert.Single(Chain.Unsettled()));
        Chain.ShowRest();
        Assert.Equal(0, Chain.AcceptFlatSeams());
        Assert.Equal(400, Map.FirstUnproven);
    }

    [Fact]
    public void A_flat_seam_counts_only_where_REST_was_shown()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        Assert.Equal(SeamVerdict.Flat, Chain.Settle(lower, upper, new byte[64], new byte[64]));
        Assert.Equal(0, Chain.AcceptFlatSeams());
        Assert.Equal(400, Map.FirstUnproven);
        Chain.ShowRest();
        Assert.Equal(1, Chain.AcceptFlatSeams());
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void A_sample_of_which_one_side_is_missing_settles_nothing()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        Assert.Equal(SeamVerdict.Pending, Chain.Settle(lower, upper, Data(1), []));
        Assert.Equal((lower, upper), Assert.Single(Chain.Unsettled()));
    }

    [Theory]
    [InlineData(400, true, 400)]
    [InlineData(400, false, 0)]
    [InlineData(5 << 20, true, SeamSample.Length)]
    public void Above_a_finished_range_a_stream_starts_up_to_64_KiB_before_the_seam_and_above_a_running_one_at_it(long end, bool isFinished, long overlap)
    {
        var chain = new ProofChain(new FileMap(10 << 20));
        var (lower, _) = chain.Begin(0);
        chain.Grow(lower, end);
        if (isFinished) chain.Close(lower);
        Assert.Equal(overlap, chain.Begin(end).Overlap);
    }

    [Fact]
    public void The_second_side_to_arrive_settles_the_seam()
    {
        var (lower, _) = Chain.Begin(0);
        var (upper, _) = Chain.Begin(400);
        Chain.Grow(lower, 400);
        Assert.True(Chain.OfferTail(lower, upper, Data(1)));
        Assert.Equal(SeamVerdict.Equal, Chain.OfferHead(upper, Data(1)));
        Chain.Grow(upper, 1000);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void A_tail_that_comes_after_the_head_is_for_the_caller_to_compare()
    {
        var (lower, _) = Chain.Begin(0);
        var (upper, _) = Chain.Begin(400);
        Chain.Grow(lower, 400);
        Assert.Equal(SeamVerdict.Pending, Chain.OfferHead(upper, Data(1)));
        Assert.False(Chain.OfferTail(lower, upper, Data(1)));
    }

    [Fact]
    public void A_range_that_brought_nothing_is_forgotten()
    {
        Receive(0, 400);
        var (empty, _) = Chain.Begin(400);
        Chain.Close(empty);
        Assert.Empty(Chain.Unsettled());
        Assert.Null(Chain.Above(400));
    }

    [Fact]
    public void The_head_of_the_file_is_remembered_unless_it_is_flat()
    {
        var (first, _) = Chain.Begin(0);
        Chain.OfferHead(first, new byte[SeamSample.Length]);
        Assert.Null(Chain.FileHead);
        var head = Data(1, SeamSample.Length);
        Chain.KnowHead(head);
        Assert.Equal(head, Chain.FileHead);
    }

    [Fact]
    public void Proven_ranges_of_a_journal_stay_proven_and_the_rest_waits_for_its_seams()
    {
        Map.Restore([new(0, 300)], [new(500, 1000)]);
        Chain.Restore([new(0, 300)], [new(500, 1000)], restShown: true);
        Assert.Equal(300, Map.FirstUnproven);
        var (gap, overlap) = Chain.Begin(300);
        Assert.Equal(300, overlap);
        Join(Chain.Below(300)!, gap);
        Chain.Grow(gap, 500);
        var above = Chain.Above(500)!;
        Assert.True(above.IsRestored);
        Join(gap, above);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void Ranges_of_a_journal_that_touch_have_a_seam_to_be_settled()
    {
        Map.Restore([new(0, 500)], [new(500, 1000)]);
        Chain.Restore([new(0, 500)], [new(500, 1000)], restShown: true);
        var (lower, upper) = Assert.Single(Chain.Unsettled());
        Join(lower, upper);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void After_a_restart_nothing_is_known()
    {
        Receive(0, 400);
        Chain.KnowHead(Data(1, SeamSample.Length));
        Chain.ShowRest();
        Chain.Clear();
        Assert.Null(Chain.FileHead);
        Assert.False(Chain.RestShown);
        Assert.Equal(0, Chain.Begin(400).Overlap);
    }
}
