using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Tests.Ranges;

/// <summary>What is left of the chain of seams when a source turns out wrong: nothing that hung on its bytes alone.</summary>
public sealed class ProofChainRemovalTests
{
    private const long Size = 1000;

    private readonly FileMap _map = new(Size);
    private readonly ProofChain _chain;

    public ProofChainRemovalTests() => _chain = new ProofChain(_map);

    [Fact]
    public void What_a_wrong_source_gave_is_neither_written_nor_proven_and_is_named_as_missing()
    {
        Joined((0, 300, 0), (300, 600, 1), (600, 1000, 0));
        Assert.True(_map.IsProvenWhole);

        Assert.Equal([new ByteRange(300, 600)], _chain.Remove(source => source == 1));

        Assert.Equal([new ByteRange(300, 600)], _map.Missing(new(0, Size)));
        Assert.Equal(300, _map.FirstUnproven);
        Assert.Equal(0, Assert.Single(_chain.Sources));
    }

    [Fact]
    public void A_range_that_was_joined_by_the_wrong_one_alone_stays_and_is_proven_no_more()
    {
        Joined((0, 300, 0), (300, 600, 1), (600, 1000, 0));

        _chain.Remove(source => source == 1);

        Assert.True(_map.IsWritten(new(600, 1000)));
        Assert.False(_map.IsProven(new(600, 601)));
    }

    [Fact]
    public void Once_the_gap_is_fetched_again_equal_seams_prove_the_rest_as_before()
    {
        Joined((0, 300, 0), (300, 600, 1), (600, 1000, 0));
        _chain.Remove(source => source == 1);

        var (again, overlap) = _chain.Begin(300);
        Assert.Equal(300, overlap);
        _chain.Settle(_chain.Below(300)!, again, Data(1), Data(1));
        Write(again, 600);
        var above = _chain.Above(600);
        Assert.True(above!.IsHeadStored);
        _chain.Settle(again, above, Data(2), Data(2));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void Ranges_that_are_joined_to_byte_0_without_it_stay_proven()
    {
        Joined((0, 200, 0), (200, 400, 2), (400, 600, 0), (600, 800, 1), (800, 1000, 2));

        _chain.Remove(source => source == 1);

        Assert.Equal(600, _map.FirstUnproven);
        Assert.False(_map.IsProven(new(800, 801)));
        Assert.Equal(800, _chain.Above(800)!.Start);
    }

    [Fact]
    public void The_seam_of_two_good_ranges_above_the_gap_holds()
    {
        Joined((0, 300, 0), (300, 500, 1), (500, 700, 0), (700, 1000, 2));
        _chain.Remove(source => source == 1);
        var (again, _) = _chain.Begin(300);
        _chain.Settle(_chain.Below(300)!, again, Data(1), Data(1));
        Write(again, 500);

        _chain.Settle(again, _chain.Above(500)!, Data(2), Data(2));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void A_wrong_start_of_the_file_leaves_nothing_proven_and_no_head_to_compare_with()
    {
        var head = new byte[SeamSample.Length];
        new Random(3).NextBytes(head);
        var (first, _) = _chain.Begin(0, 1);
        _chain.OfferHead(first, head);
        Write(first, 400);
        var second = Receive(400, 1000, 0);
        _chain.Settle(first, second, Data(1), Data(1));

        _chain.Remove(source => source == 1);

        Assert.Null(_chain.FileHead);
        Assert.Equal(0, _map.FirstUnproven);
        Assert.False(_map.IsProven(new(400, 401)));
    }

    [Fact]
    public void A_wrong_end_of_the_file_takes_nothing_else_with_it()
    {
        Joined((0, 300, 0), (300, 600, 0), (600, 1000, 1));

        _chain.Remove(source => source == 1);

        Assert.Equal(600, _map.FirstUnproven);
    }

    [Fact]
    public void A_source_that_gave_nothing_leaves_all_as_it_is()
    {
        Joined((0, 300, 0), (300, 1000, 2));

        Assert.Empty(_chain.Remove(source => source == 1));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void What_an_earlier_run_has_proven_stays_proven()
    {
        _chain.Restore([new(0, 100), new(500, 1000)], [], restShown: true);
        _map.Restore([new(0, 100), new(500, 1000)], []);
        var wrong = Receive(100, 500, 1);
        _chain.Settle(_chain.Below(100)!, wrong, Data(1), Data(1));

        _chain.Remove(source => source == 1);

        Assert.Equal(100, _map.FirstUnproven);
        Assert.True(_map.IsProven(new(500, 1000)));
    }

    [Fact]
    public void What_an_earlier_run_stored_can_be_taken_out_too()
    {
        _chain.Restore([new(0, 100)], [new(500, 1000)], restShown: true);
        _map.Restore([new(0, 100)], [new(500, 1000)]);

        Assert.Equal([new(0, 100), new ByteRange(500, 1000)], _chain.Remove(source => source != 0));

        Assert.Equal(0, _map.BytesDurable);
    }

    [Fact]
    public void A_seam_that_waits_for_the_other_side_holds_no_byte_once_one_side_is_gone()
    {
        var lower = Receive(0, 400, 1);
        var (upper, _) = _chain.Begin(400);
        _chain.OfferTail(lower, upper, Data(1));
        _chain.Remove(source => source == 1);
        Assert.Null(upper.Tail);

        var again = Receive(0, 400, 0);
        _map.MarkDurable(_map.Snapshot());

        Assert.Equal([new ByteRange(0, 400)], _map.Durable().Proven);
        Assert.Equal(SeamVerdict.Pending, _chain.OfferHead(upper, Data(1)));
        Assert.Equal(SeamVerdict.Equal, _chain.Settle(again, upper, Data(1), Data(1)));
    }

    [Fact]
    public void The_byte_below_a_wrong_range_is_held_no_longer()
    {
        var lower = Receive(0, 400, 0);
        var (upper, _) = _chain.Begin(400, 1);
        _chain.OfferTail(lower, upper, Data(1));
        Write(upper, 500);

        _chain.Remove(source => source == 1);
        _map.MarkDurable(_map.Snapshot());

        Assert.Equal([new ByteRange(0, 400)], _map.Durable().Proven);
    }

    [Fact]
    public void A_seam_that_differed_is_open_again_for_who_comes_instead()
    {
        var (lower, upper) = (Receive(0, 400, 0), Receive(400, 1000, 1));
        _chain.Settle(lower, upper, Data(1), Data(2));
        Assert.Equal(SeamVerdict.Different, upper.Seam);
        _chain.Remove(source => source == 1);

        var again = Receive(400, 1000, 0);
        _chain.Settle(lower, again, Data(1), Data(1));

        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void That_one_source_honours_REST_says_nothing_of_another()
    {
        var (a, b, c) = (Receive(0, 300, 0), Receive(300, 600, 0), Receive(600, 1000, 1));
        _chain.Settle(a, b, Data(1), Data(1));
        _chain.Settle(b, c, new byte[64], new byte[64]);

        Assert.Equal(0, _chain.AcceptFlatSeams());
        _chain.ShowRest(1);
        Assert.Equal(1, _chain.AcceptFlatSeams());
        Assert.True(_map.IsProvenWhole);
    }

    [Fact]
    public void What_a_wrong_source_alone_has_shown_of_REST_is_forgotten()
    {
        var (a, b, c) = (Receive(0, 300, 0), Receive(300, 600, 1), Receive(600, 1000, 1));
        _chain.Settle(a, b, Data(1), Data(1));
        _chain.Settle(b, c, Data(1), Data(1));
        _chain.ShowRest(1);

        _chain.Remove(source => source == 1);

        Assert.False(_chain.RestShown);
    }

    private void Joined(params (long Start, long End, int Source)[] ranges)
    {
        Fragment? lower = null;
        foreach (var (start, end, source) in ranges)
        {
            var fragment = Receive(start, end, source);
            if (lower is not null) _chain.Settle(lower, fragment, Data((int)start), Data((int)start));
            lower = fragment;
        }
    }

    private Fragment Receive(long start, long end, int source)
    {
        var (fragment, _) = _chain.Begin(start, source);
        Write(fragment, end);
        return fragment;
    }

    private void Write(Fragment fragment, long end)
    {
        _chain.Grow(fragment, end);
        _map.MarkWritten(new(fragment.Start, end));
        _chain.Close(fragment);
    }

    private static byte[] Data(int seed)
    {
        var bytes = new byte[64];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
