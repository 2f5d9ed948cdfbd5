using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Tests.Ranges;

public sealed class ProofChainTests
{
    private const long Size = 1000;

    private readonly FileMap _map = new(Size);
    private readonly ProofChain _chain;

    public ProofChainTests() => _chain = new ProofChain(_map);

    [Fact]
    public void What_one_stream_received_from_0_is_proven()
    {
        Receive(0, 400);

        Assert.Equal(400, _map.FirstUnproven);
        Assert.Empty(_chain.Unsettled());
    }

    [Fact]
    public void A_range_above_0_is_proven_by_an_equal_seam_and_not_before()
    {
        var lower = Receive(0, 400);
        var upper = Receive(400, 1000);
        Assert.Equal(400, _map.FirstUnproven);

        Assert.Equal(SeamVerdict.Equal, _chain.Settle(lower, upper, Data(1), Data(1)));

        Assert.True(_map.IsProvenWhole);
        Assert.True(_chain.RestShown);
    }

    [Fact]
    public void A_chain_is_proven_as_soon_as_it_reaches_byte_0_in_whatever_order_its_seams_come()
    {
        var (a, b, c, d) = (Receive(0, 100), Receive(100, 300), Receive(300, 600), Receive(600, 1000));

        _chain.Settle(c, d, Data(1), Data(1));
        _chain.Settle(b, c, Data(2), Data(2));
        Assert.Equal(100, _map.FirstUnproven);
        _chain.Settle(a, b, Data(3), Data(3));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void What_a_proven_range_receives_later_is_proven_too()
    {
        var lower = Receive(0, 400);
        var (upper, _) = _chain.Begin(400);
        _chain.Grow(upper, 500);
        _chain.Settle(lower, upper, Data(1), Data(1));

        _chain.Grow(upper, 900);

        Assert.Equal(900, _map.FirstUnproven);
    }

    [Fact]
    public void A_different_seam_proves_nothing()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));

        Assert.Equal(SeamVerdict.Different, _chain.Settle(lower, upper, Data(1), Data(2)));

        Assert.Equal(400, _map.FirstUnproven);
        Assert.False(_chain.RestShown);
        Assert.Empty(_chain.Unsettled());
        _chain.ShowRest();
        Assert.Equal(0, _chain.AcceptFlatSeams());
        Assert.Equal(400, _map.FirstUnproven);
    }

    [Fact]
    public void A_flat_seam_counts_only_where_REST_was_shown()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        Assert.Equal(SeamVerdict.Flat, _chain.Settle(lower, upper, new byte[64], new byte[64]));

        Assert.Equal(0, _chain.AcceptFlatSeams());
        Assert.Equal(400, _map.FirstUnproven);

        _chain.ShowRest();
        Assert.Equal(1, _chain.AcceptFlatSeams());
        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void A_sample_of_which_one_side_is_missing_settles_nothing()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));

        Assert.Equal(SeamVerdict.Pending, _chain.Settle(lower, upper, Data(1), []));

        Assert.Equal((lower, upper), Assert.Single(_chain.Unsettled()));
    }

    [Fact]
    public void Above_a_finished_range_a_stream_starts_before_the_seam()
    {
        Receive(0, 400);

        Assert.Equal(400, _chain.Begin(400).Overlap);
    }

    [Fact]
    public void Above_a_running_range_a_stream_starts_at_the_seam()
    {
        var (lower, _) = _chain.Begin(0);
        _chain.Grow(lower, 400);

        Assert.Equal(0, _chain.Begin(400).Overlap);
    }

    [Fact]
    public void The_overlap_is_64_KiB_at_most()
    {
        var map = new FileMap(10 << 20);
        var chain = new ProofChain(map);
        var (lower, _) = chain.Begin(0);
        chain.Grow(lower, 5 << 20);
        chain.Close(lower);

        Assert.Equal(SeamSample.Length, chain.Begin(5 << 20).Overlap);
    }

    [Fact]
    public void Whoever_comes_second_settles_the_seam()
    {
        var (lower, _) = _chain.Begin(0);
        var (upper, _) = _chain.Begin(400);
        _chain.Grow(lower, 400);

        Assert.True(_chain.OfferTail(lower, upper, Data(1)));
        Assert.Equal(SeamVerdict.Equal, _chain.OfferHead(upper, Data(1)));

        _chain.Grow(upper, 1000);
        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void A_tail_that_comes_after_the_head_is_for_the_caller_to_compare()
    {
        var (lower, _) = _chain.Begin(0);
        var (upper, _) = _chain.Begin(400);
        _chain.Grow(lower, 400);

        Assert.Equal(SeamVerdict.Pending, _chain.OfferHead(upper, Data(1)));
        Assert.False(_chain.OfferTail(lower, upper, Data(1)));
    }

    [Fact]
    public void A_range_that_brought_nothing_is_forgotten()
    {
        Receive(0, 400);
        var (empty, _) = _chain.Begin(400);
        _chain.Close(empty);

        Assert.Empty(_chain.Unsettled());
        Assert.Null(_chain.Above(400));
    }

    [Fact]
    public void The_head_of_the_file_is_remembered_unless_it_is_flat()
    {
        var (first, _) = _chain.Begin(0);
        _chain.OfferHead(first, new byte[SeamSample.Length]);
        Assert.Null(_chain.FileHead);

        var head = Data(1, SeamSample.Length);
        _chain.KnowHead(head);
        Assert.Equal(head, _chain.FileHead);
    }

    [Fact]
    public void What_a_journal_lists_as_proven_is_proven_and_the_rest_waits_for_its_seams()
    {
        _map.Restore([new(0, 300)], [new(500, 1000)]);
        _chain.Restore([new(0, 300)], [new(500, 1000)], restShown: true);
        Assert.Equal(300, _map.FirstUnproven);

        var (gap, overlap) = _chain.Begin(300);
        Assert.Equal(300, overlap);
        _chain.Settle(_chain.Below(300)!, gap, Data(1), Data(1));
        _chain.Grow(gap, 500);
        var above = _chain.Above(500)!;
        Assert.True(above.IsRestored);
        _chain.Settle(gap, above, Data(2), Data(2));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void Ranges_of_a_journal_that_touch_have_a_seam_to_be_settled()
    {
        _map.Restore([new(0, 500)], [new(500, 1000)]);
        _chain.Restore([new(0, 500)], [new(500, 1000)], restShown: true);

        var (lower, upper) = Assert.Single(_chain.Unsettled());
        _chain.Settle(lower, upper, Data(1), Data(1));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void After_a_restart_nothing_is_known()
    {
        Receive(0, 400);
        _chain.KnowHead(Data(1, SeamSample.Length));
        _chain.ShowRest();

        _chain.Clear();

        Assert.Null(_chain.FileHead);
        Assert.False(_chain.RestShown);
        Assert.Equal(0, _chain.Begin(400).Overlap);
    }

    private Fragment Receive(long start, long end)
    {
        var (fragment, _) = _chain.Begin(start);
        _chain.Grow(fragment, end);
        _chain.Close(fragment);
        return fragment;
    }

    private static byte[] Data(int seed, int length = 64)
    {
        var bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
