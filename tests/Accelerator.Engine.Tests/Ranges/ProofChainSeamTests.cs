namespace Accelerator.Engine.Tests.Ranges;

/// <summary>Which seams exist, in what order they are settled, and what the journal may record meanwhile.</summary>
public sealed class ProofChainSeamTests : ProofChainFixture
{
    [Fact]
    public void A_range_of_a_journal_from_byte_0_needs_no_seam_at_its_start()
    {
        Chain.Restore([], [new(0, 300)], restShown: false);
        Assert.False(Chain.RestShown);
        Assert.True(Chain.Below(300)!.IsRestored);
        var (gap, _) = Chain.Begin(300);
        Join(Chain.Below(300)!, gap);
        Assert.Equal(300, Map.FirstUnproven);
    }

    [Fact]
    public void A_proven_range_of_a_journal_proves_the_one_that_leads_up_to_it()
    {
        Chain.Restore([new(0, 100), new(500, 1000)], [], restShown: true);
        Assert.Null(Chain.Above(0));
        var lower = Receive(300, 500);
        Join(lower, Chain.Above(500)!);
        Assert.True(Map.IsProven(new(300, 500)));
        Assert.False(Map.IsProven(new(100, 300)));
    }

    [Fact]
    public void A_seam_proves_nothing_but_the_ranges_that_it_joins()
    {
        var (a, b) = (Receive(0, 100), Receive(100, 300));
        Receive(300, 600);
        Receive(700, 1000);
        Join(a, b);
        Assert.Equal(300, Map.FirstUnproven);
        Assert.False(Map.IsProven(new(300, 301)));
        Assert.False(Map.IsProven(new(700, 701)));
    }

    [Fact]
    public void Ranges_are_neighbours_by_their_place_in_the_file_and_not_by_the_order_they_came_in()
    {
        Chain.Restore([new(500, 700)], [new(0, 500)], restShown: true);
        var last = Receive(900, 1000);
        Receive(700, 900);
        Assert.Equal([(0, 500), (500, 700), (700, 900)], Chain.Unsettled().Select(pair => ((int)pair.Lower.Start, (int)pair.Upper.Start)));
        Assert.Same(last, Chain.Above(900));
    }

    [Fact]
    public void Between_ranges_that_do_not_meet_there_is_no_seam()
    {
        Receive(0, 399);
        Receive(400, 1000);
        Assert.Empty(Chain.Unsettled());
        Assert.Null(Chain.Below(400));
        Assert.Null(Chain.Above(399));
    }

    [Fact]
    public void At_byte_0_there_is_no_seam_and_a_range_that_has_brought_nothing_is_not_below_itself()
    {
        Chain.Begin(0);
        Assert.Null(Chain.Above(0));
        Chain.Begin(400);
        Assert.Null(Chain.Below(400));
    }

    [Fact]
    public void A_range_that_begins_where_another_one_was_found_to_end_alone_starts_before_it()
    {
        var (lower, _) = Chain.Begin(0);
        Chain.Grow(lower, 400);
        Assert.Null(Chain.AboveOrClose(lower));
        // The stream of the lower range still holds it: it has not released the range in the queue.
        var (upper, overlap) = Chain.Begin(400);
        Assert.Equal((400, true), (overlap, lower.IsClosed));
        Chain.Close(lower);
        Assert.Equal((1, 0), (lower.ClosedAs, upper.ClosedAs));
    }

    [Fact]
    public void A_range_that_another_one_follows_stays_open_to_compare()
    {
        var (lower, _) = Chain.Begin(0);
        var (upper, overlap) = Chain.Begin(400);
        Chain.Grow(lower, 400);
        Assert.Same(upper, Chain.AboveOrClose(lower));
        Assert.Equal((0, false), (overlap, lower.IsClosed));
    }

    [Fact]
    public void A_seam_that_is_settled_twice_stays_settled()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        for (var i = 0; i < 2; i++) Assert.Equal(SeamVerdict.Equal, Chain.Settle(lower, upper, Data(1), Data(1)));
        Chain.Grow(upper, 1000);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void Two_samples_are_compared_over_the_shorter_length()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        var (longer, shorter) = (Data(1), Data(1)[..32]);
        Assert.Equal(SeamVerdict.Equal, Chain.Settle(lower, upper, longer, shorter));
        Assert.Equal(SeamVerdict.Equal, Chain.Settle(lower, upper, shorter, longer));
        Assert.Equal(SeamVerdict.Flat, Chain.Settle(lower, upper, longer.AsSpan(0, 15), longer));
        shorter[31] ^= 1;
        Assert.Equal(SeamVerdict.Different, Chain.Settle(lower, upper, longer, shorter));
    }

    [Fact]
    public void The_byte_below_a_seam_that_waits_for_its_other_side_is_kept_out_of_the_journal()
    {
        var (lower, upper) = TailOffered();
        Assert.Equal([new ByteRange(0, 399)], Map.Durable().Proven);
        Assert.Equal(SeamVerdict.Equal, Chain.OfferHead(upper, Data(1)));
        Assert.Equal([new ByteRange(0, 400)], Map.Durable().Proven);
        Assert.Null(upper.Head);
        Assert.Null(upper.Tail);
        Assert.Equal(400, lower.End);
    }

    [Fact]
    public void When_the_other_side_never_comes_the_byte_goes_back_into_the_journal()
    {
        var (lower, upper) = TailOffered();
        Chain.Close(upper);
        Assert.Equal([new ByteRange(0, 400)], Map.Durable().Proven);
        Assert.True(Chain.OfferTail(lower, upper, Data(2)));
        Assert.Equal([new ByteRange(0, 400)], Map.Durable().Proven);
    }

    [Fact]
    public void Only_the_start_of_the_file_is_its_head_and_only_64_KiB_of_it()
    {
        var head = Data(1, SeamSample.Length + 1);
        var (upper, _) = Chain.Begin(400);
        Chain.OfferHead(upper, head);
        Chain.KnowHead(head.AsSpan(0, SeamSample.Length - 1));
        Assert.Null(Chain.FileHead);
        var (first, _) = Chain.Begin(0);
        Chain.OfferHead(first, head);
        Assert.Equal(head[..^1], Chain.FileHead);
        Chain.KnowHead(Data(2, SeamSample.Length));
        Assert.Equal(head[..^1], Chain.FileHead);
    }

    [Fact]
    public void Every_flat_seam_whose_lower_side_is_there_is_accepted()
    {
        var (a, b, c) = (Receive(0, 400), Receive(400, 700), Receive(700, 1000));
        Chain.Settle(a, b, new byte[64], new byte[64]);
        Chain.Settle(b, c, new byte[64], new byte[64]);
        Chain.ShowRest();
        Assert.Equal(2, Chain.AcceptFlatSeams());
        Assert.True(Map.IsVerified);
        Assert.Equal(0, Chain.AcceptFlatSeams());
    }

    [Fact]
    public void A_flat_seam_whose_lower_side_is_gone_is_not_accepted()
    {
        var (a, b) = (Receive(0, 400), Receive(400, 700));
        Chain.Settle(a, b, new byte[64], new byte[64]);
        Chain.ShowRest();
        Chain.Grow(a, 401);
        Assert.Equal(0, Chain.AcceptFlatSeams());
        Assert.Equal(401, Map.FirstUnproven);
    }

    /// <summary>
    /// Creates a finished range, on the disk, that has read on past its end, and one above it whose first bytes have not arrived.
    /// </summary>
    private (Fragment Lower, Fragment Upper) TailOffered()
    {
        var (lower, _) = Chain.Begin(0);
        var (upper, _) = Chain.Begin(400);
        Chain.Grow(lower, 400);
        Map.MarkWritten(new(0, 400));
        Map.MarkDurable(Map.Snapshot());
        Assert.True(Chain.OfferTail(lower, upper, Data(1)));
        return (lower, upper);
    }
}
