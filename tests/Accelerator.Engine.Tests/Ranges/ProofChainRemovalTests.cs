namespace Accelerator.Engine.Tests.Ranges;

/// <summary>The chain of seams after a source turned out wrong: nothing remains verified that depended on its bytes alone.</summary>
public sealed class ProofChainRemovalTests : ProofChainFixture
{
    [Fact]
    public void Bytes_of_a_wrong_source_become_missing_unwritten_and_unproven()
    {
        Joined((0, 300, 0), (300, 600, 1), (600, 1000, 0));
        Assert.True(Map.IsVerified);
        Assert.Equal([new ByteRange(300, 600)], Chain.Remove(source => source == 1));
        Assert.Equal([new ByteRange(300, 600)], Map.Missing(new(0, Size)));
        Assert.Equal(300, Map.FirstUnproven);
        Assert.Equal(0, Assert.Single(Chain.Sources));
        // The range above, which only the wrong source connected, stays written and is no longer verified.
        Assert.True(Map.IsWritten(new(600, 1000)));
        Assert.False(Map.IsProven(new(600, 601)));
    }

    [Fact]
    public void Once_the_gap_is_fetched_again_equal_seams_prove_the_rest_as_before()
    {
        Joined((0, 300, 0), (300, 600, 1), (600, 1000, 0));
        Chain.Remove(source => source == 1);
        var (again, overlap) = Chain.Begin(300);
        Assert.Equal(300, overlap);
        Join(Chain.Below(300)!, again);
        Finish(again, 600);
        var above = Chain.Above(600);
        Assert.True(above!.IsHeadStored);
        Join(again, above);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void Ranges_that_are_joined_to_byte_0_without_it_stay_proven()
    {
        Joined((0, 200, 0), (200, 400, 2), (400, 600, 0), (600, 800, 1), (800, 1000, 2));
        Chain.Remove(source => source == 1);
        Assert.Equal(600, Map.FirstUnproven);
        Assert.False(Map.IsProven(new(800, 801)));
        Assert.Equal(800, Chain.Above(800)!.Start);
    }

    [Fact]
    public void The_seam_of_two_good_ranges_above_the_gap_holds()
    {
        Joined((0, 300, 0), (300, 500, 1), (500, 700, 0), (700, 1000, 2));
        Chain.Remove(source => source == 1);
        var (again, _) = Chain.Begin(300);
        Join(Chain.Below(300)!, again);
        Finish(again, 500);
        Join(again, Chain.Above(500)!);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void A_wrong_start_of_the_file_leaves_nothing_proven_and_no_head_to_compare_with()
    {
        var head = Data(3, SeamSample.Length);
        var (first, _) = Chain.Begin(0, 1);
        Chain.OfferHead(first, head);
        Finish(first, 400);
        var second = Receive(400, 1000, 0);
        Join(first, second);
        Chain.Remove(source => source == 1);
        Assert.Null(Chain.FileHead);
        Assert.Equal(0, Map.FirstUnproven);
        Assert.False(Map.IsProven(new(400, 401)));
    }

    [Fact]
    public void A_source_that_gave_nothing_leaves_all_as_it_is_and_a_wrong_end_of_the_file_takes_nothing_else_with_it()
    {
        Joined((0, 300, 0), (300, 600, 0), (600, 1000, 1));
        Assert.Empty(Chain.Remove(source => source == 2));
        Assert.True(Map.IsVerified);
        Chain.Remove(source => source == 1);
        Assert.Equal(600, Map.FirstUnproven);
    }

    [Fact]
    public void Bytes_proven_by_an_earlier_run_stay_proven()
    {
        Chain.Restore([new(0, 100), new(500, 1000)], [], restShown: true);
        Map.Restore([new(0, 100), new(500, 1000)], []);
        var wrong = Receive(100, 500, 1);
        Join(Chain.Below(100)!, wrong);
        Chain.Remove(source => source == 1);
        Assert.Equal(100, Map.FirstUnproven);
        Assert.True(Map.IsProven(new(500, 1000)));
    }

    [Fact]
    public void Bytes_stored_by_an_earlier_run_can_be_discarded_too()
    {
        Chain.Restore([new(0, 100)], [new(500, 1000)], restShown: true);
        Map.Restore([new(0, 100)], [new(500, 1000)]);
        Assert.Equal([new(0, 100), new ByteRange(500, 1000)], Chain.Remove(source => source != 0));
        Assert.Equal(0, Map.BytesDurable);
    }

    [Fact]
    public void A_seam_that_waits_for_the_other_side_holds_no_byte_once_one_side_is_gone()
    {
        var lower = Receive(0, 400, 1);
        var (upper, _) = Chain.Begin(400);
        Chain.OfferTail(lower, upper, Data(1));
        Chain.Remove(source => source == 1);
        Assert.Null(upper.Tail);
        var again = Receive(0, 400, 0);
        Map.MarkDurable(Map.Snapshot());
        Assert.Equal([new ByteRange(0, 400)], Map.Durable().Proven);
        Assert.Equal(SeamVerdict.Pending, Chain.OfferHead(upper, Data(1)));
        Assert.Equal(SeamVerdict.Equal, Chain.Settle(again, upper, Data(1), Data(1)));
    }

    [Fact]
    public void The_byte_below_a_wrong_range_is_held_no_longer()
    {
        var lower = Receive(0, 400, 0);
        var (upper, _) = Chain.Begin(400, 1);
        Chain.OfferTail(lower, upper, Data(1));
        Finish(upper, 500);
        Chain.Remove(source => source == 1);
        Map.MarkDurable(Map.Snapshot());
        Assert.Equal([new ByteRange(0, 400)], Map.Durable().Proven);
    }

    [Fact]
    public void A_seam_that_differed_is_open_again_for_the_next_source()
    {
        var (lower, upper) = (Receive(0, 400, 0), Receive(400, 1000, 1));
        Chain.Settle(lower, upper, Data(1), Data(2));
        Assert.Equal(SeamVerdict.Different, upper.Seam);
        Chain.Remove(source => source == 1);
        var again = Receive(400, 1000, 0);
        Join(lower, again);
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void REST_support_of_one_source_is_no_evidence_for_another()
    {
        var (a, b, c) = (Receive(0, 300, 0), Receive(300, 600, 0), Receive(600, 1000, 1));
        Join(a, b);
        Chain.Settle(b, c, new byte[64], new byte[64]);
        Assert.Equal(0, Chain.AcceptFlatSeams());
        Chain.ShowRest(1);
        Assert.Equal(1, Chain.AcceptFlatSeams());
        Assert.True(Map.IsVerified);
    }

    [Fact]
    public void REST_support_shown_only_by_a_wrong_source_is_forgotten()
    {
        var (a, b, c) = (Receive(0, 300, 0), Receive(300, 600, 1), Receive(600, 1000, 1));
        Join(a, b);
        Join(b, c);
        Chain.ShowRest(1);
        Chain.Remove(source => source == 1);
        Assert.False(Chain.RestShown);
    }

    private void Joined(params (long Start, long End, int Source)[] ranges)
    {
        Fragment? lower = null;
        foreach (var (start, end, source) in ranges)
        {
            var fragment = Receive(start, end, source);
            if (lower is not null) Chain.Settle(lower, fragment, Data((int)start), Data((int)start));
            lower = fragment;
        }
    }
}
