namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The number of streams, and their cost.</summary>
public sealed class StreamCountTests
{
    [Theory]
    [Each(1, 3, 16)]
    public async Task A_number_that_was_given_is_kept(int streams)
    {
        // Eight seconds for several streams: on a busy machine the last of sixteen starts late.
        await using var get = Fixture(16 << 20, new LinkShape { BytesPerSecond = streams == 1 ? 20_000_000 : 2_000_000 / streams });

        await get.GetCompleteAsync(streams);
        get.Check(get.Server.Log.PeakControlConnections == streams, $"{get.Server.Log.PeakControlConnections} sessions.");
        get.Check(get.Server.Log.PeakTransfers >= streams * 3 / 4 && get.Server.Log.PeakTransfers <= streams, $"{get.Server.Log.PeakTransfers} transfers at once.");
    }

    [Theory]
    [Each(UnbufferedWrites.On, UnbufferedWrites.Off)]
    public async Task Thirty_two_streams_stay_within_the_memory_that_the_plan_names(UnbufferedWrites writes)
    {
        await using var get = Fixture(48 << 20, new LinkShape { BytesPerSecond = 200_000 });
        get.Adjust = request => request with { Unbuffered = writes };
        using var blocks = new BlockPool();

        var (allocated, plan) = await RunWithAsync(get, blocks, streams: 32);

        await get.AssertTargetIsAsync(get.Server.Files[GetFixture.Remote].Content);
        get.Check(get.Server.Log.PeakTransfers >= 24, $"Only {get.Server.Log.PeakTransfers} transfers ran at once.");
        get.Check(allocated > 0 && (long)allocated * Block.Size <= plan.MostBufferBytes, $"{allocated} blocks of 1 MiB, and the plan says {plan.MostBufferBytes} bytes.");
    }

    [Fact]
    public async Task A_pool_of_fewer_blocks_than_streams_is_enough()
    {
        await using var get = Fixture(16 << 20, new LinkShape { BytesPerSecond = 4_000_000 });
        using var blocks = new BlockPool(3 << 20);

        var (allocated, _) = await RunWithAsync(get, blocks, streams: 8);

        await get.AssertTargetIsAsync(get.Server.Files[GetFixture.Remote].Content);
        Assert.Equal(3, allocated);
    }

    [Fact]
    public async Task A_rate_limit_holds_for_all_streams_together()
    {
        await using var get = Fixture(3 << 20, new LinkShape { BytesPerSecond = 20_000_000 });
        get.Adjust = request => request with { RateLimit = 4_000_000 };

        await get.GetCompleteAsync();
        // A limit is visible from below on any machine: less time than this would have broken it.
        get.Check(get.Result.Elapsed > TimeSpan.FromSeconds(0.6), $"3 MiB came in {get.Result.Elapsed.TotalSeconds:0.00} s at a limit of 4 MB/s.");
    }

    /// <summary>Runs the steps of <see cref="TransferRunner"/> with a block pool that the test can inspect.</summary>
    private static async Task<(int Allocated, TransferPlan Plan)> RunWithAsync(GetFixture get, BlockPool blocks, int streams)
    {
        var request = get.Request(streams);
        using var publisher = new FilePublisher();
        FileTransfer? file = null;
        var files = new RunFiles(request, TimeProvider.System) { Ended = ended => file = ended };
        var source = request.Items[0].Sources[0];
        await using var route = new Route(new SessionProfile { Endpoint = source.Endpoint, Credential = source.Credential, Timeouts = request.Timeouts }, streams, new SiteProfile(null, SiteKey.Of(source.Endpoint, null), TimeProvider.System), TimeProvider.System, trace: null);
        var context = WorkerContexts.Of(request, TimeProvider.System, files, [route], blocks, publisher, new Progress<TransferEvent>());
        await new WorkerPool(context).RunAsync(CancellationToken.None).WaitAsync(TimeSpan.FromMinutes(3));
        get.Check(file!.Result!.Failure is null, file.Result.Message);
        return (blocks.Allocated, file.Open!.Plan);
    }

    private static GetFixture Fixture(long length, LinkShape shape) =>
        new GetFixture(new LoopbackOptions { Shaping = shape }).Serving(length);
}
