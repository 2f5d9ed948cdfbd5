using static Accelerator.Engine.Tests.Fxp.FxpSamples;

namespace Accelerator.Engine.Tests.Fxp;

public sealed class FxpSegmentPolicyTests
{
    private const long MiB = 1 << 20;

    [Theory]
    // Without an explicit count: from 64 MiB when the abilities of both servers are known, from 256 MiB when they must be probed.
    [InlineData(null, true, 63, 0)]
    [InlineData(null, true, 64, 4)]
    [InlineData(null, true, 512, 32)]
    [InlineData(null, true, 100_000, 32)]
    [InlineData(null, null, 255, 0)]
    [InlineData(null, null, 256, 16)]
    [InlineData(null, false, 512, 0)]
    // With an explicit count.
    [InlineData(1, true, 512, 0)]
    [InlineData(8, null, 1, 0)]
    [InlineData(8, null, 2, 2)]
    [InlineData(8, true, 512, 8)]
    [InlineData(64, true, 512, 64)]
    [InlineData(8, false, 512, 0)]
    public void A_file_goes_in_so_many_segments_as_pay(int? asked, bool? known, long mebibytes, int pairs)
    {
        var segments = FxpSegmentPolicy.Plan(Asked(asked), Facts(mebibytes * MiB, known), First);
        Assert.Equal(pairs, segments?.Pairs ?? 0);
        if (segments is not null) Assert.Equal(known is null, segments.NeedsProbe);
    }

    [Fact]
    public void A_source_without_RANG_or_one_that_was_found_wanting_gets_one_stream()
    {
        Assert.Null(FxpSegmentPolicy.Plan(Asked(8), Facts(512 * MiB, true) with { SourceFeatures = Features() }, First));
        Assert.Null(FxpSegmentPolicy.Plan(Asked(8), Facts(512 * MiB, true) with { SendsRanges = false }, First));
        Assert.Null(FxpSegmentPolicy.Plan(Asked(8), Facts(512 * MiB, true), First with { OneStream = true }));
        Assert.True(FxpSegmentPolicy.Plan(Asked(8), Facts(512 * MiB, true) with { SendsRanges = null }, First)!.NeedsProbe);
    }

    [Theory]
    [InlineData(2, 2)]
    [InlineData(3, 7)]
    [InlineData(24, 8)]
    [InlineData(512, 32)]
    [InlineData(100_000, 32)]
    public void Pieces_cover_the_file_and_begin_with_its_first_byte(long mebibytes, int asked)
    {
        var size = (mebibytes * MiB) + 17;
        var pieces = FxpSegmentPolicy.Plan(Asked(asked), Facts(size, true), First)!.Pieces;
        Assert.Equal(new ByteRange(0, 1), pieces[0]);
        var position = 0L;
        foreach (var piece in pieces)
        {
            Assert.Equal(position, piece.Start);
            Assert.InRange(piece.Length, 1, (long)(1.26 * FxpSegmentPolicy.LongestPiece));
            position = piece.End;
        }
        Assert.Equal(size, position);
        // Only a file's first byte may be stored from 0: STOR without REST empties the file.
        Assert.All(pieces.Skip(1), piece => Assert.True(piece.Start > 0));
        // A worker that starts later has less to do.
        Assert.Equal(pieces.Skip(1).Select(piece => piece.Length).OrderDescending().Select(length => length / 16), pieces.Skip(1).Select(piece => piece.Length / 16));
    }

    [Fact]
    public void Segments_recorded_as_complete_are_not_sent_again()
    {
        ByteRange[] done = [new(0, 1), new(1, 8 * MiB), new(16 * MiB, 24 * MiB)];
        var segments = FxpSegmentPolicy.Plan(Asked(4), Facts(32 * MiB, true) with { Earlier = Done(done), SegmentedSize = 24 * MiB }, First)!;
        Assert.Equal(done, segments.Kept);
        var all = new IntervalSet();
        foreach (var range in done.Concat(segments.Pieces))
        {
            Assert.True(all.Gaps(range) is [var whole] && whole == range, $"{range} twice");
            all.Add(range);
        }
        Assert.Equal(32 * MiB, all.TotalLength);
        // Every boundary between two pieces is compared.
        Assert.Superset(new HashSet<long> { 1, 8 * MiB, 16 * MiB, 24 * MiB }, FxpSegmentPolicy.Seams(segments).ToHashSet());
    }

    [Theory]
    // The part is shorter than claimed, or missing.
    [InlineData(24 * MiB - 1, 0)]
    [InlineData(null, 0)]
    // Without the first byte, STOR would empty the file.
    [InlineData(24 * MiB, 1)]
    public void A_record_that_the_partial_file_contradicts_is_ignored(long? held, long first)
    {
        var segments = FxpSegmentPolicy.Plan(Asked(4), Facts(32 * MiB, true) with { Earlier = Done(new(first, 8 * MiB), new(16 * MiB, 24 * MiB)), SegmentedSize = held }, First)!;
        Assert.Empty(segments.Kept);
        Assert.Equal(new ByteRange(0, 1), segments.Pieces[0]);
    }

    [Fact]
    public void Half_a_file_or_more_from_one_stream_is_continued_in_one_stream()
    {
        var facts = Facts(512 * MiB, true) with { Earlier = Done() with { IsSegmented = false } };
        Assert.Null(FxpSegmentPolicy.Plan(Asked(8), facts with { PartSize = 256 * MiB }, First));
        Assert.NotNull(FxpSegmentPolicy.Plan(Asked(8), facts with { PartSize = 255 * MiB }, First));
    }

    [Theory]
    [InlineData(FxpStep.Command, FxpSide.Destination, 554, 1, FxpSegmentFate.OneStream)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 451, 1, FxpSegmentFate.OneStream)]
    [InlineData(FxpStep.Marker, FxpSide.Source, 501, 1, FxpSegmentFate.OneStream)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 450, 1, FxpSegmentFate.Again)]
    [InlineData(FxpStep.Open, FxpSide.Destination, null, 1, FxpSegmentFate.Again)]
    [InlineData(FxpStep.Open, FxpSide.Destination, null, 2, FxpSegmentFate.OneStream)]
    [InlineData(FxpStep.Open, FxpSide.Source, 425, 3, FxpSegmentFate.Again)]
    [InlineData(FxpStep.Data, FxpSide.Source, 426, 3, FxpSegmentFate.Again)]
    [InlineData(FxpStep.Data, FxpSide.Source, 426, 4, FxpSegmentFate.GiveUp)]
    [InlineData(FxpStep.Data, FxpSide.Destination, 452, 1, FxpSegmentFate.GiveUp)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 421, 1, FxpSegmentFate.FewerPairs)]
    internal void What_a_failed_piece_means(FxpStep step, FxpSide side, int? code, int tries, FxpSegmentFate fate) =>
        Assert.Equal(fate, FxpSegmentPolicy.Judge(Failure(step, side, code), tries));

    [Theory]
    // 16 MiB at 1 MiB/s: four times 16 s, and a minute.
    [InlineData(124, 1 << 20, false)]
    [InlineData(125, 1 << 20, true)]
    [InlineData(100_000, 0, false)]
    public void A_piece_is_late_by_the_measure_of_the_slowest_other(int seconds, double slowest, bool isLate) =>
        Assert.Equal(isLate, FxpSegmentPolicy.IsLate(16 * MiB, TimeSpan.FromSeconds(seconds), slowest));

    [Theory]
    [InlineData(FxpStep.Command, FxpSide.Destination, 554, true)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 451, true)]
    [InlineData(FxpStep.Open, FxpSide.Destination, null, true)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 421, false)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 450, false)]
    [InlineData(FxpStep.Data, FxpSide.Destination, 452, false)]
    [InlineData(FxpStep.Data, FxpSide.Destination, 426, false)]
    [InlineData(FxpStep.Command, FxpSide.Source, 550, false)]
    public void Only_a_property_of_the_destination_is_a_verdict(FxpStep step, FxpSide side, int? code, bool isVerdict) =>
        Assert.Equal(isVerdict, FxpProbe.IsVerdict(Failure(step, side, code)));

    [Fact]
    public void Repetitive_bytes_are_not_used_for_a_trial()
    {
        var content = ByteSamples.Random(FxpProbe.Length);
        Assert.True(FxpProbe.IsTelling(content));
        Assert.False(FxpProbe.IsTelling(content.AsSpan(1)));
        var same = (byte[])content.Clone();
        same.AsSpan(0, FxpProbe.Length / 2).CopyTo(same.AsSpan(FxpProbe.Length / 2));
        Assert.False(FxpProbe.IsTelling(same));
        content.AsSpan(0, FxpProbe.Length / 2).Clear();
        Assert.False(FxpProbe.IsTelling(content));
    }

    private static FxpRequest Asked(int? segments) => Request() with { Segments = segments };

    private static FxpFacts Facts(long size, bool? known) => FxpSamples.Facts() with
    {
        Size = size,
        StoresSegments = known,
        SendsRanges = known is null ? null : true,
        SourceFeatures = Features("RANG STREAM"),
    };

    private static FxpRecord Done(params ByteRange[] done) => Record(32 * MiB, Modified) with { IsSegmented = true, Done = done };
}
