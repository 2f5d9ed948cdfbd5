namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One run at a time, dry runs, stopped runs, sessions, and the notices meanwhile.</summary>
public sealed class MirrorRunnerTests
{
    [Fact]
    public async Task A_second_run_fails_and_the_error_names_the_holder_of_the_lock()
    {
        await using var mirror = Fixture();
        await using (await mirror.OpenAsync())
        {
            var refusal = await Assert.ThrowsAsync<TransferException>(() => mirror.OpenAsync());
            Assert.Equal(FailureKind.Usage, refusal.Kind);
            Assert.StartsWith($"{mirror.Root} is being mirrored by process {Environment.ProcessId} of {Environment.UserName}@{Environment.MachineName} since 20", refusal.Message);
            // Reading is allowed.
            Assert.Single((await mirror.PlanAsync()).Fetches);
        }
        Assert.Empty(Directory.GetFileSystemEntries(mirror.Root));
        await mirror.SucceedAsync();
    }

    [Fact]
    public async Task A_stale_lock_file_of_a_killed_run_does_not_block_the_next_run()
    {
        await using var mirror = Fixture();
        mirror.Put(".ftpx-mirror.lock", "4711\nsomebody\nelsewhere\n2026-11-20T18:03:00Z\n");
        await mirror.SucceedAsync();
        Assert.Equal([".ftpx-mirror", "a"], Directory.GetFileSystemEntries(mirror.Root).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_dry_run_creates_nothing()
    {
        await using var mirror = Fixture();
        var plan = await mirror.PlanAsync();
        Assert.Equal(["New a"], mirror.Fetches);
        Assert.Equal((1, 3), (plan.NewFiles, plan.NewBytes));
        Assert.False(Directory.Exists(mirror.Root));
        Assert.Equal(1, mirror.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task Insufficient_disk_space_is_reported_and_nothing_is_downloaded()
    {
        const long Huge = 1L << 50;
        await using var mirror = Fixture();
        await mirror.PlanAsync();
        Assert.Empty(mirror.Notices);
        mirror.Files.AddSynthetic("/pub/huge.bin", Huge);
        await mirror.PlanAsync();
        var sentence = $"The new files need 1.00 PiB more, but the volume of '{mirror.Root}' has only ";
        Assert.StartsWith(sentence, Assert.Single(mirror.Notices));

        var refusal = await Assert.ThrowsAsync<TransferException>(() => mirror.RunAsync());
        Assert.Equal(FailureKind.Disk, refusal.Kind);
        Assert.StartsWith(sentence, refusal.Message);
        Assert.Empty(mirror.Here);
        Assert.DoesNotContain(mirror.Commands, command => command.StartsWith("RETR", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_sparse_partial_file_as_long_as_the_file_has_taken_no_space()
    {
        const long Huge = 1L << 40;
        await using var mirror = Fixture();
        mirror.Files.AddSynthetic("/pub/huge.bin", Huge);
        await PutPartAsync(mirror, written: 0, Huge);
        await mirror.PlanAsync();
        Assert.StartsWith("The new files need 1.00 TiB more", Assert.Single(mirror.Notices));
    }

    [Fact]
    public async Task Space_that_an_earlier_run_has_allocated_is_not_needed_again()
    {
        const long Size = 4 << 20;
        await using var mirror = Fixture();
        mirror.Files.AddSynthetic("/pub/huge.bin", Size);
        var allocated = await PutPartAsync(mirror, written: 1 << 20, Size);
        Assert.InRange(allocated, 1 << 20, Size - 1);
        await mirror.PlanAsync();
        Assert.Equal(Size + 3 - allocated, await MirrorRoom.NeededAsync(mirror.Plan, long.MaxValue, static _ => throw new InvalidOperationException()));
    }

    [Fact]
    public async Task Space_allocated_for_a_file_of_unknown_size_does_not_count_for_the_others()
    {
        const long Size = 4 << 20;
        await using var mirror = Fixture();
        mirror.Files.AddSynthetic("/pub/huge.bin", Size);
        mirror.Files.AddSynthetic("/pub/other.bin", Size);
        await PutPartAsync(mirror, written: 1 << 20, Size);
        await mirror.PlanAsync();
        Assert.Equal(Size + 3, await MirrorRoom.NeededAsync(
            mirror.Plan, free: 1 << 20, static path => Task.FromResult(path.Text.EndsWith("huge.bin", StringComparison.Ordinal) ? 0 : Size)));
    }

    // Creates the partial file of an earlier run and its journal. Returns the bytes that it occupies.
    private static async Task<long> PutPartAsync(MirrorFixture mirror, int written, long length)
    {
        mirror.Put("huge.bin.part.journal", "");
        mirror.Put("huge.bin.part", "");
        await using (var part = File.OpenWrite(mirror.Local("huge.bin.part")))
        {
            await part.WriteAsync(new byte[written]);
            part.SetLength(length);
        }
        return FreeSpace.AllocatedBy(mirror.Local("huge.bin.part"));
    }

    [Theory]
    [InlineData(true, FailureKind.Disk)]
    [InlineData(false, FailureKind.NotFound)]
    public async Task A_target_that_is_a_file_and_a_source_that_cannot_be_listed_end_the_run(bool isFile, FailureKind kind)
    {
        await using var mirror = Fixture();
        if (isFile) await File.WriteAllTextAsync(mirror.Root, "x");
        else mirror.Remote = "/missing";
        var refusal = await Assert.ThrowsAsync<TransferException>(() => mirror.RunAsync());
        Assert.Equal(kind, refusal.Kind);
        Assert.Contains(isFile ? mirror.Root : mirror.Remote, refusal.Message);
    }

    [Fact]
    public async Task A_run_that_was_stopped_is_continued_by_the_next_one()
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = MirrorFixture.ListOnly });
        for (var i = 0; i < 20; i++) mirror.Serve($"/pub/file-{i:00}", $"content {i:00}");
        mirror.Server.Inject(Fault.OnRetr().From(8).StallAfter(0));
        using var stop = new CancellationTokenSource();
        var run = mirror.RunAsync(stop.Token);
        await mirror.Server.Log.WaitForAsync(log => log.Retrievals.Count >= 11, CancellationToken.None);
        await stop.CancelAsync();
        var result = await run;
        var done = result.Files.Count(file => file.Failure is null);
        Assert.InRange(done, 7, 16);
        Assert.All(result.Files.Where(file => file.Failure is not null), file => Assert.Equal(FailureKind.Cancelled, file.Failure));

        mirror.Server.ClearFaults();
        await mirror.SucceedAsync();
        Assert.Equal((done, 20 - done), (mirror.Plan.SameFiles, mirror.Plan.Fetches.Count));
        Assert.Equal(20, mirror.Here.Count);
    }

    [Fact]
    public async Task With_many_failed_folders_only_the_first_ones_are_reported()
    {
        await using var mirror = Fixture();
        for (var i = 0; i < 30; i++) mirror.Serve($"/pub/bad-{i}/x", "x");
        mirror.Server.Inject(Fault.OnCommand("MLSD").From(2).Reply("550 No."));
        mirror.Server.Inject(Fault.OnCommand("CWD").Reply("550 No."));
        var result = await mirror.RunAsync();
        Assert.Equal(30, result.Problems.Count);
        Assert.Equal(21, mirror.Notices.Count);
        Assert.Equal("And 10 more of this kind.", mirror.Notices[^1]);
        Assert.Equal(["a"], mirror.Here);
    }

    [Fact]
    public async Task Sessions_are_opened_while_folders_are_still_listed_and_none_where_nothing_is_to_be_done()
    {
        var time = new FakeTime();
        await using var mirror = new MirrorFixture(new LoopbackOptions { TimeProvider = time, Faults = FaultPlan.Of(Fault.OnListing().OnPath("/pub/1").StallAfter(0, TimeSpan.FromMinutes(1))) });
        for (var i = 0; i < 8; i++) mirror.Serve($"/pub/file-{i}", "x");
        mirror.Serve("/pub/1/file", "x");
        await using (var runner = await mirror.OpenAsync())
        {
            var planning = runner.PlanAsync(CancellationToken.None);
            await mirror.Server.Log.WaitForAsync(log => log is { Logins: 4, Faults.Count: 1 }, CancellationToken.None).SoonAsync();
            await mirror.UntilAsync(happened => happened is TransferEvent.Progress { Snapshot: { Phase: TransferPhase.Listing, FilesDone: 0, FilesTotal: > 0, BytesTotal: > 0 } });
            // The fault is in the log before its pause has begun.
            await time.EndWaitAsync(TimeSpan.FromMinutes(1));
            var plan = await planning.SoonAsync();
            Assert.Empty(mirror.Server.Log.Retrievals);
            Assert.True((await runner.RunAsync(plan, CancellationToken.None)).Succeeded);
            Assert.Equal(4, mirror.Server.Log.Logins);
        }
        mirror.Server.ClearFaults();
        await mirror.SucceedAsync();
        Assert.Equal(5, mirror.Server.Log.Logins);
    }

    [Fact]
    public async Task A_server_with_a_low_connection_limit_is_mirrored_completely()
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { MaxConnections = 2, Shaping = new LinkShape { ReplyLatency = TimeSpan.FromMilliseconds(5) } });
        for (var i = 0; i < 5; i++) mirror.Serve($"/pub/{i}/{i}/file", "x");
        mirror.Adjust = request => request with { Transfer = request.Transfer with { Streams = 16 } };
        await mirror.SucceedAsync();
        Assert.Equal(15, mirror.Here.Count);
    }

    private static MirrorFixture Fixture()
    {
        var mirror = new MirrorFixture();
        mirror.Serve("/pub/a", "one");
        return mirror;
    }
}
