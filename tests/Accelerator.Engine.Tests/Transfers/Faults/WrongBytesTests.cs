namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Surplus bytes, and bytes that do not belong to the file.</summary>
public sealed class WrongBytesTests
{
    private const long Length = 12 << 20;

    [Fact]
    public async Task Bytes_past_the_end_of_one_transfer_cost_one_retry()
    {
        // Slow enough that all eight streams are open before the first one could read on to the end of the file.
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecond = 1_000_000 },
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(Length - (Length / 8)).Nth(1).SendExtra(10)),
        });
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);

        await get.GetCompleteDespiteAsync("bytes too many");
    }

    [Fact]
    public async Task A_corrupted_byte_in_a_seam_is_found()
    {
        // The head of the second stream's range, which the first one reads again: of the three that begin there or later, only one has it.
        Fault[] faults = [.. Enumerable.Range(1, 3).Select(n => Fault.OnRetr().FromOffset(Length / 4).Nth(n).CorruptByteAt((Length / 4) + 100))];
        // Slow enough that a busy machine begins the second stream before the first has come to its range.
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1_000_000 }, Faults = FaultPlan.Of(faults) })
            .Serving(Length);

        await get.GetCompleteDespiteAsync("corrupted", 4);
        get.Check(get.Server.Log.BytesSent > Length * 1.1, "The seam was not seen to differ: the fault has missed the range.");
        get.Check(get.Notices(NoticeKind.RestNotHonoured).Count == 0, "Damaged data was blamed on REST.");
    }

    [Theory]
    [Each(1, 8)]
    public async Task A_corrupted_byte_anywhere_is_found_by_the_servers_hash(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = GetFixture.For(streams),
            Features = LoopbackFeatures.All & ~LoopbackFeatures.Rang,
            Faults = FaultPlan.Of(Fault.OnRetr().CorruptByteAt((Length / 2) + 1_000_000)),
        }).Serving(Length);
        get.Adjust = request => request with { Verify = new Verification(VerifyMode.Always) };

        var digest = get.Server.Files.Sha256Of(GetFixture.Remote);
        await get.GetRefusedAsync(streams, FailureKind.Verification, "does not match", "HASH SHA-256", digest);
        get.AssertFaultFired("corrupted");
        get.Check(!File.Exists(get.Part) && !File.Exists(get.Journal), "Bytes that are known to be wrong were kept.");
    }

    [Fact]
    public async Task RANG_that_is_offered_and_honoured_fetches_each_byte_once()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang });
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
        using var sites = new TempFolder();
        var memory = SiteSamples.Memory(sites.Path);
        get.Adjust = request => request with { Sites = memory };
        await memory.LearnAsync(SiteKey.Of(get.Item().Sources[0].Endpoint, null), facts => facts with { RangWorks = new(true, TimeProvider.System.GetUtcNow()) }, CancellationToken.None);

        // FEAT does not delay the first byte, and a feature that was verified in an earlier run needs no FEAT.
        await get.GetCompleteAsync();
        get.Check(get.Server.Log.CountOf("RANG") > 0, "RANG was never used.");
        get.Check(get.Result.BytesFetched < Length * 1.1, "Too much was fetched twice.");
        get.Check(get.Notices(NoticeKind.Retry).Count == 0, "A range that ended where it should was taken for a failure.");
    }
}
