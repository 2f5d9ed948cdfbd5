using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Tests.Ranges;

/// <summary>Which seams there are, in what order they are settled, and what the journal may say meanwhile.</summary>
public sealed class ProofChainSeamTests
{
    private const long Size = 1000;

    private readonly FileMap _map = new(Size);
    private readonly ProofChain _chain;

    public ProofChainSeamTests() => _chain = new ProofChain(_map);

    [Fact]
    public void What_a_journal_lists_from_byte_0_needs_no_seam_at_its_start()
    {
        _chain.Restore([], [new(0, 300)], restShown: false);
        Assert.False(_chain.RestShown);
        Assert.True(_chain.Below(300)!.IsRestored);

        var (gap, _) = _chain.Begin(300);
        _chain.Settle(_chain.Below(300)!, gap, Data(1), Data(1));

        Assert.Equal(300, _map.FirstUnproven);
    }

    [Fact]
    public void A_proven_range_of_a_journal_proves_the_one_that_leads_up_to_it()
    {
        _chain.Restore([new(0, 100), new(500, 1000)], [], restShown: true);
        Assert.Null(_chain.Above(0));
        var lower = Receive(300, 500);

        _chain.Settle(lower, _chain.Above(500)!, Data(1), Data(1));

        Assert.True(_map.IsProven(new(300, 500)));
        Assert.False(_map.IsProven(new(100, 300)));
    }

    [Fact]
    public void A_seam_proves_nothing_but_the_ranges_that_it_joins()
    {
        var (a, b) = (Receive(0, 100), Receive(100, 300));
        Receive(300, 600);
        Receive(700, 1000);

        _chain.Settle(a, b, Data(1), Data(1));

        Assert.Equal(300, _map.FirstUnproven);
        Assert.False(_map.IsProven(new(300, 301)));
        Assert.False(_map.IsProven(new(700, 701)));
    }

    [Fact]
    public void Ranges_are_neighbours_by_their_place_in_the_file_and_not_by_the_order_they_came_in()
    {
        _chain.Restore([new(500, 700)], [new(0, 500)], restShown: true);
        var last = Receive(900, 1000);
        Receive(700, 900);

        Assert.Equal([(0, 500), (500, 700), (700, 900)], _chain.Unsettled().Select(pair => ((int)pair.Lower.Start, (int)pair.Upper.Start)));
        Assert.Same(last, _chain.Above(900));
    }

    [Fact]
    public void Between_ranges_that_do_not_meet_there_is_no_seam()
    {
        Receive(0, 399);
        Receive(400, 1000);

        Assert.Empty(_chain.Unsettled());
        Assert.Null(_chain.Below(400));
        Assert.Null(_chain.Above(399));
    }

    [Fact]
    public void A_range_that_has_brought_nothing_is_not_below_itself()
    {
        _chain.Begin(400);

        Assert.Null(_chain.Below(400));
    }

    [Fact]
    public void At_byte_0_there_is_no_seam()
    {
        _chain.Begin(0);

        Assert.Null(_chain.Above(0));
    }

    [Fact]
    public void A_seam_that_is_settled_twice_stays_settled()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        for (var i = 0; i < 2; i++) Assert.Equal(SeamVerdict.Equal, _chain.Settle(lower, upper, Data(1), Data(1)));

        _chain.Grow(upper, 1000);
        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void Of_two_samples_the_shorter_one_is_compared()
    {
        var (lower, upper) = (Receive(0, 400), Receive(400, 1000));
        var (longer, shorter) = (Data(1), Data(1)[..32]);

        Assert.Equal(SeamVerdict.Equal, _chain.Settle(lower, upper, longer, shorter));
        Assert.Equal(SeamVerdict.Equal, _chain.Settle(lower, upper, shorter, longer));
        Assert.Equal(SeamVerdict.Flat, _chain.Settle(lower, upper, longer.AsSpan(0, 15), longer));
        shorter[31] ^= 1;
        Assert.Equal(SeamVerdict.Different, _chain.Settle(lower, upper, longer, shorter));
    }

    [Fact]
    public void The_byte_below_a_seam_that_waits_for_its_other_side_is_kept_out_of_the_journal()
    {
        var (lower, upper) = TailOffered();
        Assert.Equal([new ByteRange(0, 399)], _map.Durable().Proven);

        Assert.Equal(SeamVerdict.Equal, _chain.OfferHead(upper, Data(1)));

        Assert.Equal([new ByteRange(0, 400)], _map.Durable().Proven);
        Assert.Null(upper.Head);
        Assert.Null(upper.Tail);
        Assert.Equal(400, lower.End);
    }

    [Fact]
    public void When_the_other_side_never_comes_the_byte_goes_back_into_the_journal()
    {
        var (lower, upper) = TailOffered();

        _chain.Close(upper);

        Assert.Equal([new ByteRange(0, 400)], _map.Durable().Proven);
        Assert.True(_chain.OfferTail(lower, upper, Data(2)));
        Assert.Equal([new ByteRange(0, 400)], _map.Durable().Proven);
    }

    [Fact]
    public void Only_the_start_of_the_file_is_its_head_and_only_64_KiB_of_it()
    {
        var head = Data(1, SeamSample.Length + 1);
        var (upper, _) = _chain.Begin(400);
        _chain.OfferHead(upper, head);
        _chain.KnowHead(head.AsSpan(0, SeamSample.Length - 1));
        Assert.Null(_chain.FileHead);

        var (first, _) = _chain.Begin(0);
        _chain.OfferHead(first, head);
        Assert.Equal(head[..^1], _chain.FileHead);

        _chain.KnowHead(Data(2, SeamSample.Length));
        Assert.Equal(head[..^1], _chain.FileHead);
    }

    [Fact]
    public void Every_flat_seam_whose_lower_side_is_there_is_accepted()
    {
        var (a, b, c) = (Receive(0, 400), Receive(400, 700), Receive(700, 1000));
        _chain.Settle(a, b, new byte[64], new byte[64]);
        _chain.Settle(b, c, new byte[64], new byte[64]);
        _chain.ShowRest();

        Assert.Equal(2, _chain.AcceptFlatSeams());
        Assert.True(_map.IsProvenWhole);
        Assert.Equal(0, _chain.AcceptFlatSeams());
    }

    [Fact]
    public void A_flat_seam_whose_lower_side_is_gone_is_not_accepted()
    {
        var (a, b) = (Receive(0, 400), Receive(400, 700));
        _chain.Settle(a, b, new byte[64], new byte[64]);
        _chain.ShowRest();
        _chain.Grow(a, 401);

        Assert.Equal(0, _chain.AcceptFlatSeams());
        Assert.Equal(401, _map.FirstUnproven);
    }

    /// <summary>A finished range, on the disk, that has read on past its end, and one above it that has not shown its first bytes.</summary>
    private (Fragment Lower, Fragment Upper) TailOffered()
    {
        var (lower, _) = _chain.Begin(0);
        var (upper, _) = _chain.Begin(400);
        _chain.Grow(lower, 400);
        _map.MarkWritten(new(0, 400));
        _map.MarkDurable(_map.Snapshot());
        Assert.True(_chain.OfferTail(lower, upper, Data(1)));
        return (lower, upper);
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
