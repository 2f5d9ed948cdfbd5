namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Paths that answer echo requests depending on their size.</summary>
public sealed class MtuSearchTests
{
    private readonly List<int> _asked = [];

    [Theory]
    [InlineData(1500, 1500)]
    [InlineData(9000, 9000)]
    [InlineData(576, 1500)]
    [InlineData(1500, 1400)]
    [InlineData(1500, 1499)]
    [InlineData(1500, 576)]
    [InlineData(9000, 1500)]
    [InlineData(9000, 8999)]
    public async Task A_path_with_the_full_link_MTU_is_probed_once_and_the_MTU_of_a_narrower_hop_is_found_to_the_byte(int link, int path)
    {
        var isWhole = path >= link;
        Assert.Equal(new PathMtu(isWhole ? MtuEvidence.Whole : MtuEvidence.Narrow, Math.Min(link, path), ""), await MtuSearch.RunAsync(link, Hop(path, EchoAnswer.TooBig)));
        // No echo is larger than the link's MTU or smaller than the size that every host accepts.
        Assert.Equal((link, isWhole ? link : 576), (_asked.Max(), _asked.Min()));
        Assert.InRange(_asked.Count, isWhole ? 1 : 3, isWhole ? 1 : 17);
    }

    [Theory]
    [InlineData(1400, MtuEvidence.Silent, 1400, "up to 1400 bytes get a reply")]
    [InlineData(0, MtuEvidence.Unknown, null, "")]
    public async Task Lost_large_echoes_are_not_proof_of_a_narrow_path_and_no_echo_at_all_is_inconclusive(int largest, MtuEvidence evidence, int? bytes, string reason)
    {
        var found = await MtuSearch.RunAsync(1500, Hop(largest, EchoAnswer.Silent));
        Assert.Equal((evidence, bytes), (found.Evidence, found.Bytes));
        Assert.Contains(reason, found.Reason, StringComparison.Ordinal);
        if (largest == 0) Assert.Equal([1500, 1500, 576, 576], _asked);
    }

    [Fact]
    public async Task Echoes_that_are_cut_after_the_first_refusal_prove_nothing()
    {
        // Wine 8 answered like this and led to 1499 on a path of 1400.
        var asked = 0;
        var found = await MtuSearch.RunAsync(1500, _ => Task.FromResult(asked++ == 0 ? EchoAnswer.TooBig : EchoAnswer.Back));
        Assert.Equal((MtuEvidence.Unknown, null), (found.Evidence, found.Bytes));
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
