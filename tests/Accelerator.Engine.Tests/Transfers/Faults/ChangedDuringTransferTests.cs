namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>The remote file changes while it is fetched: the result is one of its versions whole, or none; never a mixture.</summary>
public sealed class ChangedDuringTransferTests
{
    private const long Length = 18 << 20;
    private const long Third = Length / 3;

    private static readonly FileContent Before = FileContent.Synthetic(Length, seed: 1);
    private static readonly FileContent After = FileContent.Synthetic(Length, seed: 2);

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(8, false)]
    [InlineData(8, true)]
    public async Task A_replacement_during_the_transfer_is_seen_by_its_time(int streams, bool inPlace)
    {
        await using var get = Fixture(streams, LoopbackFeatures.Usual, inPlace ? At(Third).ReplaceInPlace(GetFixture.Remote, After) : At(Third).ReplaceByRename(GetFixture.Remote, After));

        await get.GetAsync(streams);

        get.AssertNothingPublished(FailureKind.SourceChanged, "changed while it was fetched");
        get.AssertFaultFired("replaced");
        get.Check(!File.Exists(get.Part), "Bytes of two files should not be kept.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    public async Task Without_MDTM_a_file_renamed_over_gives_one_of_the_two_whole(int streams)
    {
        await using var get = Fixture(streams, LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm, At(Third).ReplaceByRename(GetFixture.Remote, After));

        await get.GetAsync(streams);

        get.AssertFaultFired("replaced");
        get.Check(get.Result.Failure is null, "Streams that all hold the old file, or a second try, should succeed.");
        var old = await Before.FirstDifferenceAsync(get.Target, CancellationToken.None);
        var renewed = await After.FirstDifferenceAsync(get.Target, CancellationToken.None);
        get.Check(old is null || renewed is null, $"The file is a mixture: not the old one from byte {old}, not the new one from byte {renewed}.");
    }

    [Fact]
    public async Task Without_MDTM_new_bytes_in_place_are_seen_at_the_seams()
    {
        await using var get = Fixture(8, LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm, At(Length / 5).ReplaceInPlace(GetFixture.Remote, After));

        await get.GetAsync(8);

        get.AssertFaultFired("replaced in place");
        get.Check(get.Server.Log.Retrievals.Count > 4, "The change should have come while several streams ran.");
        await get.AssertIsCompleteAsync();
    }

    [Theory]
    [InlineData(1, 1, true)]
    [InlineData(1, 1, false)]
    [InlineData(8, 1, true)]
    [InlineData(8, 1, false)]
    [InlineData(1, 1 << 20, true)]
    [InlineData(8, 1 << 20, false)]
    [InlineData(1, -1, true)]
    [InlineData(8, -1, false)]
    [InlineData(1, -10 << 20, true)]
    [InlineData(1, -10 << 20, false)]
    [InlineData(8, -10 << 20, true)]
    [InlineData(8, -10 << 20, false)]
    public async Task A_file_that_grows_or_shrinks_is_not_published(int streams, long difference, bool withTime)
    {
        var features = withTime ? LoopbackFeatures.Usual : LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm;
        await using var get = Fixture(streams, features, At(Third).Resize(GetFixture.Remote, Length + difference));

        await get.GetAsync(streams);

        get.AssertNothingPublished(FailureKind.SourceChanged, "changed while it was fetched");
        get.AssertFaultFired("resized");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    public async Task A_file_that_is_removed_during_the_transfer_is_not_published(int streams)
    {
        await using var get = Fixture(streams, LoopbackFeatures.Usual, At(Third).Remove(GetFixture.Remote));

        await get.GetAsync(streams);

        get.AssertNothingPublished(FailureKind.SourceChanged, "was removed or renamed while it was fetched");
        get.AssertFaultFired("removed");
    }

    private static TotalBytesTrigger At(long bytes) => Fault.AfterTotalBytes(bytes);

    private static GetFixture Fixture(int streams, LoopbackFeatures features, Fault fault)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.For(streams), Features = features, Faults = FaultPlan.Of(fault) });
        get.Server.Files.Add(GetFixture.Remote, Before);
        return get;
    }
}
