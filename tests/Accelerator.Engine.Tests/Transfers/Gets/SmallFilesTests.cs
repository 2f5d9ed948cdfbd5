namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Many small files whose size and time a listing has reported.</summary>
public sealed class SmallFilesTests
{
    private const int Files = 60;
    private const int Length = 100_000;
    private const string Modified = "20210304050607";

    [Fact]
    public async Task A_listed_small_file_costs_one_port_and_one_RETR_and_not_a_question()
    {
        await using var get = Fixture(new LoopbackOptions());
        var items = Items(get);
        await get.GetAsync(6, items);

        for (var i = 0; i < Files; i++)
        {
            get.Check(get.Results.Files[i].Failure is null, get.Results.Files[i].Message);
            await get.AssertTargetIsAsync(get.Server.Files[$"/file-{i}.bin"].Content, items[i].TargetPath);
            Assert.Equal(new DateTime(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc), File.GetLastWriteTimeUtc(items[i].TargetPath));
        }
        Assert.Equal(Files, Count(get, "RETR"));
        Assert.Equal(0, Count(get, "SIZE") + Count(get, "MDTM") + Count(get, "FEAT") + Count(get, "REST"));
        Assert.InRange(Count(get, "EPSV"), Files, Files + 8);
    }

    [Fact]
    public async Task A_large_file_begins_before_the_small_ones_are_done_and_they_before_it_is()
    {
        // The first transfers wait for each other: on a busy machine the earliest session would fetch several files before the next one is
        // ready.
        await using var get = Fixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 16_000_000 }, Faults = FaultPlan.Of(Fault.OnRetr().First(8).StallAfter(0, TimeSpan.FromMilliseconds(500))) });
        get.Server.Files.AddSynthetic("/large.bin", 64 << 20, seed: 99);
        var items = Items(get).Append(get.Item("/large.bin") with { Listed = new ListedFacts(64 << 20, null) }).ToArray();
        await get.GetAsync(8, items);

        Assert.All(get.Results.Files, file => get.Check(file.Failure is null, file.Message));
        var retrievals = get.Server.Log.Retrievals.Select(retrieval => retrieval.Path).ToList();
        // A session that opens the large file reserves its space first, which on a busy machine is longer than several small transfers.
        var begun = get.Server.Log.Commands.TakeWhile(command => command is not { Verb: "SIZE", Argument: "/large.bin" }).Count(command => command.Verb == "RETR");
        get.Check(begun < 8 && retrievals.IndexOf("/large.bin") < Files, "The large file had to wait for the small ones.");
        get.Check(retrievals.Take(8).Count(path => path != "/large.bin") >= 4, "The small ones had to wait for the large one.");
    }

    [Fact]
    public async Task A_file_that_is_shorter_than_was_listed_fails_alone()
    {
        await using var get = Fixture(new LoopbackOptions());
        var items = Items(get);
        items[7] = items[7] with { Listed = new ListedFacts(Length + 1, Modified) };
        await get.GetAsync(4, items);

        Assert.Equal([7], Enumerable.Range(0, Files).Where(i => get.Results.Files[i].Failure is not null));
        Assert.False(File.Exists(items[7].TargetPath));
    }

    [Fact]
    public async Task A_time_missing_from_the_listing_is_requested_with_MDTM()
    {
        await using var get = Fixture(new LoopbackOptions());
        await get.GetAsync(4, [.. Items(get).Select(item => item with { Listed = new ListedFacts(Length, null) })]);

        Assert.Equal(Files, Count(get, "MDTM"));
        // After the data, MDTM could return the time of a file that has replaced this one.
        var asked = get.Server.Log.Commands.Select(command => (command.Verb, command.Argument)).ToList();
        Assert.All(Enumerable.Range(0, Files), i => Assert.InRange(asked.IndexOf(("MDTM", $"/file-{i}.bin")), 0, asked.IndexOf(("RETR", $"/file-{i}.bin"))));
        Assert.All(get.Results.Files, file => Assert.Equal((null, "20260102030405"), (file.Failure, file.Modified)));
        Assert.All(get.Results.Files, file => Assert.Equal(LoopbackTree.DefaultModifiedUtc.UtcDateTime, File.GetLastWriteTimeUtc(file.TargetPath)));
    }

    [Fact]
    public async Task A_short_transfer_does_not_count_as_a_changed_file_if_the_listing_gives_no_time()
    {
        await using var get = Fixture(new LoopbackOptions());
        get.Server.Inject(Fault.OnRetr(3).EndShortAfter(0));
        await get.GetAsync(4, [.. Items(get).Select(item => item with { Listed = new ListedFacts(Length, null) })]);

        Assert.All(get.Results.Files, file => Assert.Null(file.Failure));
        Assert.Equal(Files + 1, get.Server.Log.Retrievals.Count);
    }

    // A file of 12 MiB comes in several ranges; after its last byte the server is asked for size and time.
    [Theory]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Size & ~LoopbackFeatures.Mlst, Modified, "213 20210304050607")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Size & ~LoopbackFeatures.Mlst, null, "213 20210304050607")]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, Modified, "502 No.")]
    [InlineData(LoopbackFeatures.Usual, Modified, "213 20210304050607.123")]
    [InlineData(LoopbackFeatures.Usual, Modified, "213 20210304050608", FailureKind.SourceChanged)]
    public async Task Only_what_the_listing_and_the_server_both_report_shows_that_a_file_has_changed(
        LoopbackFeatures features, string? modified, string time, FailureKind? expected = null)
    {
        const long Large = 12 << 20;
        await using var get = new GetFixture(new LoopbackOptions { Features = features, Shaping = GetFixture.Capped, Faults = FaultPlan.Of(Fault.OnCommand("MDTM").Reply(time)) }).Serving(Large);

        await get.GetAsync(4, get.Item() with { Listed = new ListedFacts(Large, modified) });

        get.Check(get.Result.Failure == expected, $"It ended as {get.Result.Failure}.");
        if (expected is null) await get.AssertIsCompleteAsync();
        get.Check(Count(get, "RETR") > 1 && Count(get, "SIZE") > 0, "There should be several ranges, and queries at the end.");
    }

    [Fact]
    public async Task A_server_without_MDTM_is_not_queried_for_each_file()
    {
        await using var get = Fixture(new LoopbackOptions { Features = LoopbackFeatures.All & ~LoopbackFeatures.Mdtm });
        await get.GetAsync(4, [.. Items(get).Select(item => item with { Listed = new ListedFacts(Length, null) })]);

        Assert.All(get.Results.Files, file => Assert.Equal((null, null), (file.Failure, file.Modified)));
        Assert.InRange(Count(get, "MDTM"), 1, 8);
    }

    [Theory]
    [Each(null, Modified)]
    public async Task A_file_listed_as_empty_that_arrives_empty_is_an_empty_file(string? modified)
    {
        await using var get = new GetFixture(new LoopbackOptions());
        for (var i = 0; i < Files; i++) get.Server.Files.AddSynthetic($"/file-{i}.bin", i % 2, seed: i);
        await get.GetAsync(4, [.. Items(get).Select((item, i) => item with { Listed = new ListedFacts(i % 2, modified) })]);

        Assert.All(get.Results.Files, file => get.Check(file.Failure is null, file.Message));
        Assert.Equal(Enumerable.Range(0, Files).Select(i => i % 2L), get.Results.Files.Select(file => new FileInfo(file.TargetPath).Length));
        Assert.Equal((Files, 0), (Count(get, "RETR"), Count(get, "SIZE")));
    }

    [Fact]
    public async Task A_file_listed_as_empty_that_is_not_empty_counts_as_changed()
    {
        await using var get = Fixture(new LoopbackOptions());
        var item = get.Item("/file-7.bin") with { Listed = new ListedFacts(0, null) };
        await get.GetAsync(4, item);

        Assert.Equal(FailureKind.SourceChanged, get.Results.Files[0].Failure);
        Assert.False(File.Exists(item.TargetPath));
    }

    [Fact]
    public async Task No_more_files_are_begun_at_once_than_are_wanted()
    {
        // The first three wait for each other: on a busy machine two sessions fetch all files before the third is logged in. The server's clock
        // ends their stalls when all three have begun.
        var (time, stall) = (new FakeTime(), TimeSpan.FromSeconds(1));
        await using var get = Fixture(new LoopbackOptions { TimeProvider = time, Faults = FaultPlan.Of(Fault.OnRetr().First(3).StallAfter(0, stall)) });
        get.Adjust = request => request with { ParallelFiles = 3 };
        var run = get.GetAsync(8, Items(get));
        await time.UntilDueInAsync(stall, 3);
        time.Advance(stall);
        await run;

        Assert.All(get.Results.Files, file => get.Check(file.Failure is null, file.Message));
        Assert.Equal(3, get.Server.Log.PeakTransfers);
    }

    [Fact]
    public async Task Small_files_open_few_sessions_where_a_login_takes_longer_than_all_of_them()
    {
        await using var get = new GetFixture(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnCommand("PASS").After(TimeSpan.FromSeconds(3))) });
        for (var i = 0; i < 30; i++) get.Server.Files.AddSynthetic($"/file-{i}.bin", 4, seed: i);
        await get.GetAsync(null, [.. Enumerable.Range(0, 30).Select(i => get.Item($"/file-{i}.bin") with { Listed = new ListedFacts(4, Modified) })]);

        Assert.All(get.Results.Files, file => get.Check(file.Failure is null, file.Message));
        get.Check(get.Server.Log.CountOf("PASS") <= 6, $"{get.Server.Log.CountOf("PASS")} logins.");
    }

    private static GetFixture Fixture(LoopbackOptions options)
    {
        var get = new GetFixture(options);
        for (var i = 0; i < Files; i++) get.Server.Files.AddSynthetic($"/file-{i}.bin", Length, seed: i);
        return get;
    }

    private static TransferItem[] Items(GetFixture get) =>
        [.. Enumerable.Range(0, Files).Select(i => get.Item($"/file-{i}.bin") with { Listed = new ListedFacts(Length, Modified) })];

    private static int Count(GetFixture get, string verb) => get.Server.Log.Commands.Count(command => command.Verb == verb);
}
