namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Several files in one run.</summary>
public sealed class SeveralFilesTests
{
    private const int Small = 20;

    [Theory]
    [Each(1, 8)]
    public async Task Many_small_files_and_a_big_one_all_arrive(int streams)
    {
        await using var get = Fixture().Serving(20 << 20);

        await get.GetAsync(streams, [.. Names().Select(name => get.Item(name)), get.Item()]);

        get.Check(get.Results.Succeeded && get.Results.Files.Count == Small + 1, "All files should have arrived.");
        foreach (var name in Names()) await get.AssertTargetIsAsync(get.Server.Files[name].Content, get.Folder.File(Path.GetFileName(name)));
        await get.AssertTargetIsAsync(get.Server.Files[GetFixture.Remote].Content);
        get.Check(get.Server.Log.Logins <= streams, $"{get.Server.Log.Logins} logins: sessions should go from file to file.");
        get.Check(Directory.GetFiles(get.Folder.Path).Length == Small + 1, "Something was left behind.");
    }

    [Fact]
    public async Task The_time_of_a_file_does_not_include_the_file_before_it()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1_000_000 } })
            .Serving(8 << 20).Serving(1 << 20, "/next.bin");

        await get.GetAsync(4, get.Item(), get.Item("/next.bin"));

        // A stream without a range asks about the second file while the first one arrives, and takes a range of it two seconds later.
        var taken = get.Events.OfType<TransferEvent.Happened>().Select(happened => happened.StreamEvent)
            .First(happened => happened is { Kind: StreamEventKind.Took, FileName: "next.bin" }).Elapsed;
        var (time, rest) = (get.Results.Files[1].Elapsed, get.Results.Elapsed - taken);
        get.Check(time <= rest, $"It took {time}, but the run had only {rest} left when its first range was taken.");
    }

    [Theory]
    [Each(0, 10, Small - 1)]
    public async Task A_missing_file_does_not_stop_the_others(int missing)
    {
        await using var get = Fixture();
        get.Server.Files.Remove(Name(missing));

        await get.GetAsync(4, [.. Names().Select(name => get.Item(name))]);

        for (var i = 0; i < Small; i++)
        {
            var expected = i == missing ? FailureKind.NotFound : (FailureKind?)null;
            get.Check(get.Results.Files[i].Failure == expected, $"File {i} ended as {get.Results.Files[i].Failure}: {get.Results.Files[i].Message}");
        }
    }

    [Theory]
    [Each(1, 4)]
    public async Task A_silent_file_ends_alone(int streams)
    {
        await using var get = Fixture(Fault.OnRetr().OnPath(Name(3)).StallAfter(0));
        get.Time = new QuickTime(5);
        get.Adjust = request => request with { MaxIdle = TimeSpan.FromSeconds(45) };

        await get.GetAsync(streams, [.. Names().Select(name => get.Item(name))]);

        get.AssertFaultFired("stalled");
        get.Check(get.Results.Files[3].Message.Contains("sent nothing for 45 s after RETR", StringComparison.Ordinal), get.Results.Files[3].Message);
        get.Check(get.Results.Files.Count(file => file.Failure is null) == Small - 1, $"{get.Results.Files.Count(file => file.Failure is null)} files arrived.");
    }

    [Fact]
    public async Task A_server_that_is_silent_for_two_files_is_asked_for_no_third_one()
    {
        await using var get = Fixture(Fault.OnRetr().StallAfter(0));
        get.Time = new QuickTime(5);
        get.Adjust = request => request with { MaxIdle = TimeSpan.FromSeconds(45) };

        await get.GetAsync(1, [.. Names().Select(name => get.Item(name))]);

        get.Check(get.Server.Log.CountOf("RETR") == 2, "Two files should have been requested.");
        get.Check(get.Results.Files.All(file => file.Failure == FailureKind.Network), "All files should have failed.");
        get.Check(get.Results.Files.Count(file => file.Message.Contains("was not requested", StringComparison.Ordinal)) == Small - 2, get.Results.Files[^1].Message);
    }

    [Fact]
    public async Task A_file_whose_target_exists_does_not_stop_the_others()
    {
        await using var get = Fixture();
        await File.WriteAllTextAsync(get.Folder.File("3.bin"), "mine");

        await get.GetAsync(4, [.. Names().Select(name => get.Item(name))]);

        Assert.Equal(FailureKind.Usage, get.Results.Files[3].Failure);
        Assert.Equal(Small - 1, get.Results.Files.Count(file => file.Failure is null));
        Assert.Equal("mine", await File.ReadAllTextAsync(get.Folder.File("3.bin")));
    }

    [Fact]
    public async Task Two_with_one_target_give_one_file_and_one_error()
    {
        await using var get = Fixture();

        await get.GetAsync(4, get.Item(Name(1), get.Target), get.Item(Name(2), get.Target));

        get.Check(get.Results.Files.Count(file => file.Failure is null) == 1, "One of the two should have arrived.");
        get.Check(get.Results.Files.Count(file => file.Failure == FailureKind.Usage) == 1, "The other should have been refused.");
    }

    [Fact]
    public async Task Each_file_ends_with_one_event_and_the_last_snapshot_counts_them()
    {
        await using var get = Fixture();

        await get.GetAsync(4, [.. Names().Select(name => get.Item(name))]);

        Assert.Equal(Small, get.Events.OfType<TransferEvent.Finished>().Count());
        Assert.Equal(Small, get.Events.OfType<TransferEvent.Planned>().Count());
        var last = Assert.IsType<TransferEvent.Progress>(get.Events[^1]).Snapshot;
        Assert.Equal((Small, Small, TransferPhase.Done), (last.FilesDone, last.FilesTotal, last.Phase));
        Assert.Equal(last.BytesTotal, last.BytesDone);
        Assert.DoesNotContain(get.Events.OfType<TransferEvent.Progress>(), told => told.Snapshot is { FilesDone: > 0, Phase: TransferPhase.Connecting });
    }

    private static IEnumerable<string> Names() => Enumerable.Range(0, Small).Select(Name);

    private static string Name(int i) => $"/pub/{i}.bin";

    private static GetFixture Fixture(params Fault[] faults)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(faults) });
        for (var i = 0; i < Small; i++) get.Server.Files.AddSynthetic(Name(i), i * 37_000, seed: i);
        return get;
    }
}
