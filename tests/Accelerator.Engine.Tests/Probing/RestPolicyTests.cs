namespace Accelerator.Engine.Tests.Probing;

public sealed class RestPolicyTests
{
    private const int Offset = 32_781;

    private static readonly byte[] Head = ByteSamples.Random(65_536, seed: 7);

    [Theory]
    [InlineData(true, FeatureVerdict.Proven)]
    [InlineData(null, FeatureVerdict.Proven)]
    // A wrong count near the end outweighs right bytes near the start.
    [InlineData(false, FeatureVerdict.Ignored)]
    public void The_same_bytes_from_the_offset_prove_it(bool? endsRight, FeatureVerdict verdict) => Assert.Equal(verdict, Judge(Head, Head[Offset..(Offset + 8192)], endsRight));

    [Fact]
    public void The_bytes_of_the_start_show_that_it_is_ignored()
    {
        var (verdict, detail) = RestPolicy.Judge(Head, Offset, Head.AsSpan(0, 8192), null);
        Assert.Equal((FeatureVerdict.Ignored, "the server accepted the restart marker, but sent the file from byte 0"), (verdict, detail));
    }

    [Fact]
    public void Other_bytes_give_the_verdict_ignored_and_no_bytes_unclear()
    {
        Assert.Equal(FeatureVerdict.Ignored, Judge(Head, Head[1000..9192], true));
        Assert.Equal(FeatureVerdict.Unclear, Judge(Head, [], null));
    }

    [Theory]
    [InlineData(null, FeatureVerdict.Unclear)]
    [InlineData(true, FeatureVerdict.Proven)]
    [InlineData(false, FeatureVerdict.Ignored)]
    public void Constant_data_is_inconclusive_and_the_byte_count_near_the_end_decides(bool? endsRight, FeatureVerdict verdict) =>
        Assert.Equal(verdict, Judge(new byte[65_536], new byte[8192], endsRight));

    private static FeatureVerdict Judge(byte[] head, byte[] got, bool? endsRight) => RestPolicy.Judge(head, Offset, got, endsRight).Verdict;
}
