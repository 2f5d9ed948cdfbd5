using Accelerator.Engine.Probing;

namespace Accelerator.Engine.Tests.Probing;

public sealed class RestPolicyTests
{
    private const int Offset = 32_781;

    private static readonly byte[] Head = MakeHead();

    [Theory]
    [InlineData(true)]
    [InlineData(null)]
    public void The_same_bytes_from_the_offset_prove_it(bool? endsRight) => Assert.Equal(FeatureVerdict.Proven, Judge(Head, Head[Offset..(Offset + 8192)], endsRight));

    [Fact]
    public void The_bytes_of_the_start_show_that_it_is_ignored()
    {
        var (verdict, detail) = RestPolicy.Judge(Head, Offset, Head.AsSpan(0, 8192), null);
        Assert.Equal((FeatureVerdict.Ignored, "the marker was taken, and the data began at byte 0"), (verdict, detail));
    }

    [Fact]
    public void Any_other_bytes_do_too() => Assert.Equal(FeatureVerdict.Ignored, Judge(Head, Head[1000..9192], true));

    [Fact]
    public void A_wrong_count_near_the_end_outweighs_right_bytes_near_the_start() =>
        Assert.Equal(FeatureVerdict.Ignored, Judge(Head, Head[Offset..(Offset + 8192)], false));

    [Theory]
    [InlineData(null, FeatureVerdict.Unclear)]
    [InlineData(true, FeatureVerdict.Proven)]
    [InlineData(false, FeatureVerdict.Ignored)]
    public void Constant_data_says_nothing_and_the_count_near_the_end_decides(bool? endsRight, FeatureVerdict verdict) =>
        Assert.Equal(verdict, Judge(new byte[65_536], new byte[8192], endsRight));

    [Fact]
    public void No_bytes_say_nothing() => Assert.Equal(FeatureVerdict.Unclear, Judge(Head, [], null));

    private static FeatureVerdict Judge(byte[] head, byte[] got, bool? endsRight) => RestPolicy.Judge(head, Offset, got, endsRight).Verdict;

    private static byte[] MakeHead()
    {
        var head = new byte[65_536];
        new Random(7).NextBytes(head);
        return head;
    }
}
