namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>The tail never waits for one slow stream: the others take over its work.</summary>
public sealed class SlowStreamTests
{
    private const long Length = 20 << 20;

    // Low enough that seven streams reach it on a busy machine: only then is the slow one a twentieth of them.
    private const long Rate = 1_000_000;

    [Theory]
    [Each(1, 2, 5)]
    public async Task The_others_take_the_work_of_a_stream_that_is_twenty_times_slower(int slow)
    {
        await using var get = Fixture(new LinkShape { BytesPerSecond = Rate, BytesPerSecondOf = connection => connection == slow ? Rate / 20 : null });

        await get.GetCompleteAsync();
        AssertLittleFrom(get, slow);
    }

    [Fact]
    public async Task The_others_take_the_work_of_a_stream_that_becomes_slow()
    {
        await using var get = Fixture(new LinkShape { BytesPerSecond = Rate }, Fault.OnRetr(3).SlowAfter(200_000, Rate / 20));

        await get.GetCompleteDespiteAsync("slowed");
        AssertLittleFrom(get, get.Server.Log.Retrievals[2].DataConnection);
    }

    [Theory]
    [InlineData(1, 16 << 20)]
    [InlineData(3, 16 << 20)]
    [InlineData(3, 3 << 20)]
    public async Task The_end_of_a_file_does_not_wait_for_what_a_crawling_stream_has_claimed(int crawling, int length)
    {
        // Streams that begin before the crawling one are slow too: at full rate, they end 3 MiB before a busy machine begins a third one.
        GetFixture? fixture = null;
        var before = new Func<int, long?>(_ => fixture!.Server.Log.Retrievals.Any(transfer => transfer.DataConnection == crawling) ? null : 400_000);
        await using var get = fixture = Fixture(Crawl(crawling, before));
        get.Server.Files.AddSynthetic("/tail.bin", length);

        await get.GetAsync(4, get.Item("/tail.bin"));

        await get.AssertIsCompleteAsync("/tail.bin");
        // A claim is 256 KiB at first: at this rate 131 s.
        AssertGivenUpOnce(get, crawling);
    }

    [Fact]
    public async Task A_run_over_small_files_does_not_wait_for_the_one_that_crawls()
    {
        await using var get = Fixture(Crawl(5));
        var items = Enumerable.Range(0, 12).Select(i => get.Item($"/small-{i}.bin") with { Listed = new ListedFacts(300_000, "20260102030405") }).ToArray();
        for (var i = 0; i < items.Length; i++) get.Server.Files.AddSynthetic($"/small-{i}.bin", 300_000, seed: i);

        await get.GetAsync(4, items);

        Assert.All(get.Results.Files, file => get.Check(file.Failure is null, file.Message));
        for (var i = 0; i < items.Length; i++) await get.AssertTargetIsAsync(get.Server.Files[$"/small-{i}.bin"].Content, items[i].TargetPath);
        AssertGivenUpOnce(get, 5);
    }

    // The stream loses its connection, once. Its bytes are kept; only the ends of seams are read again.
    private static void AssertGivenUpOnce(GetFixture get, int crawling)
    {
        var transfer = get.Server.Log.Retrievals.Single(transfer => transfer.DataConnection == crawling);
        get.Check(transfer.BytesSent < 128 << 10, $"The crawling stream carried {transfer.BytesSent} bytes.");
        get.Check(get.Events.OfType<TransferEvent.Happened>().Count(happened => happened.StreamEvent.Kind == StreamEventKind.Stalled) == 1, "It was to be given up once.");
        get.Check(get.Server.Log.Logins <= 6, $"{get.Server.Log.Logins} logins for one lost stream.");
    }

    private static LinkShape Crawl(int connection, Func<int, long?>? others = null) =>
        new() { BytesPerSecond = Rate, BytesPerSecondOf = number => number == connection ? 2_000 : others?.Invoke(number) };

    // The stream's initial share was an eighth of the file. By its rate it earns a twentieth of a share, plus a claim or two.
    private static void AssertLittleFrom(GetFixture get, int connection)
    {
        var bytes = get.Server.Log.Retrievals.Where(transfer => transfer.DataConnection == connection).Sum(transfer => transfer.BytesSent);
        get.Check(bytes < Length / 8 / 2, $"The slow stream carried {bytes} bytes.");
        get.Check(get.Result.BytesFetched < Length * 1.15, "Work was done twice.");
        get.Check(get.Result.Elapsed < TimeSpan.FromSeconds(Length / 8.0 / (Rate / 20.0) / 2), "The others waited for the slow stream.");
    }

    // Uses the system's clock: a busy machine is slow with eight full streams, and a quicker clock would count its delay twice.
    private static GetFixture Fixture(LinkShape shape, params Fault[] faults) =>
        new GetFixture(new LoopbackOptions { Shaping = shape, Faults = FaultPlan.Of(faults) }).Serving(Length);
}
