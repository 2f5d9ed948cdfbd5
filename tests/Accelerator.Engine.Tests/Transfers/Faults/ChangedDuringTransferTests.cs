namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The remote file changes while it is fetched: the result is one of its versions, complete, or none; never a mixture. Here the server
/// reports no times; servers that do are in the fault matrix (T-REST-10, T-REST-11).
/// </summary>
public sealed class ChangedDuringTransferTests
{
    private const long Length = 18 << 20;
    private const long Third = Length / 3;
    // The minimum length at which a file is sampled although one RETR fetched it.
    private const long Mixed = 16 << 20;

    private static readonly FileContent Before = FileContent.Synthetic(Length, seed: 1);
    private static readonly FileContent After = FileContent.Synthetic(Length, seed: 2);

    [Theory]
    [Each(1, 8)]
    public async Task Without_MDTM_a_replaced_file_gives_one_complete_version_or_is_refused(int streams)
    {
        await using var get = Fixture(At(Third).ReplaceByRename(GetFixture.Remote, After), streams);

        await get.GetAsync(streams);

        get.AssertFaultFired("replaced");
        // A stream that holds the old file open receives all of it, and the second check finds the new one.
        if (streams == 1)
        {
            get.AssertNothingPublished(FailureKind.SourceChanged, "changed while it was downloaded");
            return;
        }
        if (get.Result.Failure == FailureKind.SourceChanged) return;
        get.Check(get.Result.Failure is null, "The file should be complete, or refused as changed.");
        var old = await Before.FirstDifferenceAsync(get.Target, CancellationToken.None);
        var renewed = await After.FirstDifferenceAsync(get.Target, CancellationToken.None);
        get.Check(old is null || renewed is null, $"The file is a mixture: not the old one from byte {old}, not the new one from byte {renewed}.");
    }

    [Fact]
    public async Task Without_MDTM_new_bytes_in_place_are_seen_at_the_seams()
    {
        // After the head of the fifth range, which differs from what the range below it reads there, and slow enough that a busy machine begins five.
        var change = Fault.OnRetr(5).ChangeFilesAfter(64 << 10, files => files.ReplaceInPlace(GetFixture.Remote, After));
        await using var get = Fixture(change, streams: 8, new LinkShape { BytesPerSecond = 3_000_000 });

        await get.GetAsync(8);

        get.AssertFaultFired("files changed");
        get.Check(get.Server.Log.Retrievals.Count > 4, "The change should have come while several streams ran.");
        await get.AssertIsCompleteAsync();
    }

    [Theory]
    [InlineData(1, LoopbackFeatures.Usual)]
    [InlineData(1, LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst | LoopbackFeatures.Mdtm))]
    [InlineData(4, LoopbackFeatures.Usual)]
    [InlineData(4, LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm)]
    public async Task A_file_overwritten_in_place_under_its_old_size_and_time_is_not_published(int streams, LoopbackFeatures features)
    {
        // The last range is slow: with four streams only it is still running at the change, and no seam is compared after that.
        var slow = Fault.OnRetr().FromOffset(3 * Mixed / 4).SlowAfter(64 << 10, 1_800_000);
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = streams == 1 ? 12_000_000 : 4_000_000 }, Features = features, Faults = FaultPlan.Of(slow) })
        {
            Time = new QuickTime(4),
            Adjust = request => request with { Segments = request.Segments with { Minimum = Mixed / 4 } },
        };
        get.Server.Files.AddSynthetic(GetFixture.Remote, Mixed, seed: 1);
        _ = get.Server.Log.WaitForAsync(log => log.RunningTransfers == 1 && log.BytesSent >= Mixed / 4 * 3 && Overwrite(get.Server.Files), CancellationToken.None);

        await get.GetAsync(streams);
        // On a busy computer the last range may be late: its second half is requested again, differs at the seam, and the file is
        // downloaded once more. Then it must be the new one.
        if (get.Notices(NoticeKind.Verification).Count > 0 && get.Result.Failure is null)
        {
            await get.AssertIsCompleteAsync();
            return;
        }
        get.AssertNothingPublished(FailureKind.SourceChanged, "changed while it was downloaded");
        get.Check(Directory.GetFiles(get.Folder.Path).Length == 0, "Bytes of two files should not be kept.");
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

        await get.GetRefusedAsync(streams, FailureKind.SourceChanged, "changed while it was downloaded");
        get.AssertFaultFired("resized");
    }

    private static bool Overwrite(LoopbackTree files)
    {
        files.ReplaceInPlace(GetFixture.Remote, FileContent.Synthetic(Mixed, seed: 2), files[GetFixture.Remote].ModifiedUtc);
        return true;
    }

    private static TotalBytesTrigger At(long bytes) => Fault.AfterTotalBytes(bytes);

    private static GetFixture Fixture(Fault fault, int streams, LinkShape? shape = null)
    {
        var features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mdtm;
        var get = new GetFixture(new LoopbackOptions { Shaping = shape ?? GetFixture.For(streams), Features = features, Faults = FaultPlan.Of(fault) });
        get.Server.Files.Add(GetFixture.Remote, Before);
        return get;
    }
}
