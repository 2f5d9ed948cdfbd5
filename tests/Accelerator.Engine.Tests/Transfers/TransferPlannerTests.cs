namespace Accelerator.Engine.Tests.Transfers;

public sealed class TransferPlannerTests
{
    private const long MiB = 1 << 20;

    private static readonly TransferItem Item = new()
    {
        Sources = [new TransferSource(new FtpEndpoint("host", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/big.bin", FtpCharsets.Utf8))],
        TargetPath = "/local/big.bin",
    };

    [Theory]
    [InlineData(8, 64 * MiB, 8)]
    [InlineData(8, 3 * MiB, 8)]
    [InlineData(8, MiB, 4)]
    [InlineData(8, 1, 1)]
    [InlineData(1, 64 * MiB, 1)]
    [InlineData(null, 64 * MiB, 4)]
    [InlineData(null, 8 * MiB, 2)]
    [InlineData(null, MiB, 1)]
    public void No_stream_is_planned_for_less_than_is_worth_it(int? wanted, long size, int planned)
    {
        var plan = Plan(wanted, size);

        Assert.Equal(planned, plan.InitialStreams);
        Assert.Equal(planned, plan.Ranges.Count);
        Assert.True(plan.Segmented);
    }

    [Theory]
    [InlineData(512, 186, 20)]
    [InlineData(380, 100, 20)]
    [InlineData(512, 100, 8)]
    [InlineData(200, 99, 8)]
    [InlineData(4096, 186, 5)]
    [InlineData(2048, 50, 2)]
    [InlineData(4096, 0.2, 4)]
    [InlineData(null, 186, 4)]
    public void The_fewer_round_trips_a_transfer_lasts_the_more_streams_it_begins_with(int? mebibytes, double milliseconds, int streams) =>
        Assert.Equal(streams, TransferPlanner.Start(mebibytes * MiB, TimeSpan.FromMilliseconds(milliseconds)));

    [Theory]
    [InlineData(2, 10)]
    [InlineData(4, 8)]
    public void Several_routes_share_the_streams_of_a_far_short_file(int routes, int streams) =>
        Assert.Equal(streams, TransferPlanner.Start(256 * MiB, TimeSpan.FromMilliseconds(186), routes));

    [Fact]
    public void Without_a_size_there_is_one_range_to_the_end()
    {
        var plan = Plan(8, size: null);

        Assert.False(plan.Segmented);
        Assert.Equal([new ByteRange(0, long.MaxValue)], plan.Ranges);
        Assert.Equal((1, 1), (plan.InitialStreams, plan.MaxStreams));
    }

    [Fact]
    public void Where_REST_does_not_work_there_is_one_range_and_nothing_is_kept()
    {
        var plan = Plan(8, 64 * MiB, Journal(64 * MiB, [new(0, 10 * MiB)], [], restHonoured: false));

        Assert.False(plan.Segmented);
        Assert.Equal(0, plan.BytesReused);
        Assert.Equal([new ByteRange(0, 64 * MiB)], plan.Ranges);
    }

    [Fact]
    public void Ranges_of_a_journal_are_kept_proven_or_not()
    {
        var plan = Plan(4, 64 * MiB, Journal(64 * MiB, [new(0, 10 * MiB)], [new(20 * MiB, 30 * MiB)]));

        Assert.Equal(20 * MiB, plan.BytesReused);
        Assert.Equal(44 * MiB, plan.Ranges.Sum(range => range.Length));
        Assert.Contains(plan.Ranges, range => range.Start == 10 * MiB);
        Assert.Contains(plan.Ranges, range => range.Start == 30 * MiB);
    }

    [Fact]
    public void A_complete_file_has_nothing_left_to_download()
    {
        var plan = Plan(4, 64 * MiB, Journal(64 * MiB, [new(0, 64 * MiB)], []));

        Assert.Empty(plan.Ranges);
        Assert.Equal(64 * MiB, plan.BytesReused);
    }

    [Fact]
    public void Long_ranges_begin_on_whole_MiB()
    {
        var plan = Plan(7, 1_000_000_007);

        Assert.All(plan.Ranges, range => Assert.Equal(0, range.Start % MiB));
    }

    [Fact]
    public void Missing_bytes_are_divided_without_gap_or_overlap()
    {
        var cases = from size in Gen.Choose(1, int.MaxValue - 1)
                    from cuts in Gen.Choose(0, 1000).ListOf(6)
                    from streams in Gen.Choose(1, 64)
                    from minimum in Gen.Elements(1L, 64 << 10, MiB)
                    from maximum in Gen.Elements(long.MaxValue, 8 * MiB, 64 * MiB)
                    select (size, cuts.Order().Select(cut => (long)size * cut / 1000).ToArray(), streams, new SegmentLimits(minimum, maximum));

        Prop.ForAll(cases.ToArbitrary(), one =>
        {
            var (_, cuts, streams, limits) = one;
            var missing = new IntervalSet();
            for (var i = 0; i + 1 < cuts.Length; i += 2) missing.Add(new(cuts[i], cuts[i + 1]));

            var ranges = TransferPlanner.Divide(missing.ToArray(), streams, limits);

            var covered = new IntervalSet();
            foreach (var range in ranges) covered.Add(range);
            Assert.Equal(missing.ToArray(), covered.ToArray());
            Assert.Equal(missing.TotalLength, ranges.Sum(range => range.Length));
            Assert.All(ranges, range => Assert.False(range.IsEmpty));
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData("20260102030405", 2026)]
    [InlineData("19991231235959.123", 1999)]
    [InlineData("20260230000000", null)]
    [InlineData("junk", null)]
    [InlineData(null, null)]
    public void An_unparseable_time_is_treated_as_missing(string? modified, int? year) => Assert.Equal(year, Plan(1, MiB, modified: modified).ModifiedUtc?.Year);

    [Fact]
    public void The_hash_commands_of_the_server_are_listed_strongest_first()
    {
        var features = FtpFeatures.Read(new FtpReply(211, ["Features:", " XCRC", " XMD5", " XSHA256", " HASH SHA-1", "End"]));

        var plan = TransferPlanner.Plan(new TransferRequest { Items = [Item] }, Item, new RemoteFacts(Identity(MiB, null), features), null, new(TransferPlanner.AutoStart));

        Assert.Equal(["HASH", "XSHA256", "XMD5", "XCRC"], plan.ServerHashes);
    }

    [Theory]
    [InlineData(UnbufferedWrites.Auto, 64 * MiB, true)]
    [InlineData(UnbufferedWrites.Auto, MiB, false)]
    [InlineData(UnbufferedWrites.Off, 64 * MiB, false)]
    public void The_plan_contains_the_write_mode_and_the_memory_it_needs(UnbufferedWrites wish, long size, bool unbuffered)
    {
        var request = new TransferRequest { Items = [Item], Unbuffered = wish };
        var plan = TransferPlanner.Plan(request, Item, new RemoteFacts(Identity(size, null), FtpFeatures.None), null, new(TransferPlanner.AutoStart));
        Assert.Equal((unbuffered, 96 * MiB), (plan.Unbuffered, plan.MostBufferBytes));
    }

    private static TransferPlan Plan(int? streams, long? size, JournalState? journal = null, string? modified = null) =>
        TransferPlanner.Plan(new TransferRequest { Items = [Item], Streams = streams }, Item, new RemoteFacts(Identity(size, modified), FtpFeatures.None), journal, new(streams ?? TransferPlanner.AutoStart));

    private static RemoteIdentity Identity(long? size, string? modified) => new("host:21", "/big.bin", size, modified);

    private static JournalState Journal(long size, ByteRange[] proven, ByteRange[] unproven, bool? restHonoured = true) =>
        new(Identity(size, null), size, proven, unproven, restHonoured, DateTimeOffset.UnixEpoch);
}
