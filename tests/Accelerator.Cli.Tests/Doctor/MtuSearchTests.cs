using Accelerator.Cli.Doctor;
using Accelerator.Tuning.Advising;

namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Paths that answer echoes by their size.</summary>
public sealed class MtuSearchTests
{
    private readonly List<int> _asked = [];

    [Theory]
    [InlineData(1500, 1500)]
    [InlineData(9000, 9000)]
    [InlineData(576, 1500)]
    public async Task A_path_that_carries_what_the_link_sends_is_asked_once(int link, int path)
    {
        Assert.Equal(new PathMtu(MtuEvidence.Whole, link, ""), await MtuSearch.RunAsync(link, Hop(path, EchoAnswer.TooBig)));
        Assert.Equal([link], _asked);
    }

    [Theory]
    [InlineData(1500, 1400)]
    [InlineData(1500, 1499)]
    [InlineData(1500, 576)]
    [InlineData(9000, 1500)]
    [InlineData(9000, 8999)]
    public async Task A_hop_that_says_too_big_is_found_to_the_byte(int link, int path)
    {
        Assert.Equal(new PathMtu(MtuEvidence.Narrow, path, ""), await MtuSearch.RunAsync(link, Hop(path, EchoAnswer.TooBig)));
        Assert.True(_asked.Max() == link && _asked.Min() == 576, "Nothing larger than the link's is sent, and nothing smaller than every host takes.");
        Assert.InRange(_asked.Count, 3, 17);
    }

    [Fact]
    public async Task Large_echoes_that_vanish_are_no_path_that_is_narrow()
    {
        var found = await MtuSearch.RunAsync(1500, Hop(1400, EchoAnswer.Silent));
        Assert.Equal((MtuEvidence.Silent, 1400), (found.Evidence, found.Bytes));
        Assert.Contains("up to 1400 bytes come back", found.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Silence_alone_is_a_filter_and_says_nothing()
    {
        var found = await MtuSearch.RunAsync(1500, Hop(0, EchoAnswer.Silent));
        Assert.Equal((MtuEvidence.Unknown, null), (found.Evidence, found.Bytes));
        Assert.Equal([1500, 1500, 576, 576], _asked);
    }

    [Fact]
    public async Task Echoes_that_are_cut_after_the_first_refusal_prove_nothing()
    {
        // As under Wine 8, which found 1499 on a path of 1400.
        var found = await MtuSearch.RunAsync(1500, size => Task.FromResult(_asked.Count == 0 ? Refuse(size) : EchoAnswer.Back));
        Assert.Equal((MtuEvidence.Unknown, null), (found.Evidence, found.Bytes));

        EchoAnswer Refuse(int size)
        {
            _asked.Add(size);
            return EchoAnswer.TooBig;
        }
    }

    [Fact]
    public async Task One_lost_echo_is_asked_again()
    {
        var lost = new HashSet<int>();
        // Each size is lost once.
        Task<EchoAnswer> Ask(int size) => lost.Add(size) ? Task.FromResult(EchoAnswer.Silent) : Hop(1400, EchoAnswer.TooBig)(size);
        Assert.Equal(new PathMtu(MtuEvidence.Narrow, 1400, ""), await MtuSearch.RunAsync(1500, Ask));
    }

    private Func<int, Task<EchoAnswer>> Hop(int largest, EchoAnswer otherwise) => size =>
    {
        _asked.Add(size);
        return Task.FromResult(size <= largest ? EchoAnswer.Back : otherwise);
    };
}
