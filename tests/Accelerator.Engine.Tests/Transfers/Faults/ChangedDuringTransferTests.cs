namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The remote file changes while it is fetched: the result is one of its versions whole, or none; never a mixture. Here the server tells no
/// times; servers that do are in the fault matrix (T-REST-10, T-REST-11).
/// </summary>
public sealed class ChangedDuringTransferTests
{
    private const long Length = 18 << 20;
    private const long Third = Length / 3;

    private static readonly FileContent Before = FileContent.Synthetic(Length, seed: 1);
    private static readonly FileContent After = FileContent.Synthetic(Length, seed: 2);

    [Theory]
    [Each(1, 8)]
    public async Task Without_MDTM_a_file_renamed_over_gives_one_of_the_two_whole(int streams)
    {
        await using var get = Fixture(At(Third).ReplaceByRename(GetFixture.Remote, After), streams);

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
        await using var get = Fixture(At(Length / 5).ReplaceInPlace(GetFixture.Remote, After), streams: 8);

        await get.GetAsync(8);

        get.AssertFaultFired("replaced in place");
        get.Check(get.Server.Log.Retrievals.Count > 4, "The change should have come while several streams ran.");
        await get.AssertIsCompleteAsync();
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(8, 1)]
    [InlineData(8, 1 << 20)]
    [InlineData(8, -1)]
    [InlineData(1, -10 << 20)]
    [InlineData(8, -10 << 20)]
    public async Task Without_MDTM_a_file_that_grows_or_shrinks_is_not_published(int streams, long difference)
    {
        await using var get = Fixture(At(Third).Resize(GetFixture.Remote, Length + difference), streams);

        await get.GetRefusedAsync(streams, FailureKind.SourceChanged, "changed while it was fetched");
        get.AssertFaultFired("resized");
    }

    private static TotalBytesTrigger At(long bytes) => Fault.AfterTotalBytes(bytes);

    private static GetFixture Fixture(Fault fault, int streams)
    {
        var features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm;
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.For(streams), Features = features, Faults = FaultPlan.Of(fault) });
        get.Server.Files.Add(GetFixture.Remote, Before);
        return get;
    }
}
