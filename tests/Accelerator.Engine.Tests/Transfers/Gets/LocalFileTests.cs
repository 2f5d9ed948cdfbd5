namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Refusals on the local side: the name, the folder, the space.</summary>
public sealed class LocalFileTests
{
    private const long Length = 20 << 20;

    [Fact]
    public async Task A_target_that_exists_is_refused_before_the_server_is_asked()
    {
        await using var get = Fixture();
        await File.WriteAllTextAsync(get.Target, "mine");

        await get.GetAsync();

        get.Check(get.Result.Failure == FailureKind.Usage, "The get should have been refused.");
        Assert.Equal("mine", await File.ReadAllTextAsync(get.Target));
        Assert.Equal(0, get.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task The_journal_that_a_kill_left_beside_a_published_file_goes_when_the_same_command_runs_again()
    {
        await using var get = Fixture();
        await File.WriteAllTextAsync(get.Target, "mine");
        var identity = new RemoteIdentity("127.0.0.1:21", GetFixture.Remote, Length, "20260102030405");
        await ResumeJournal.WriteAsync(get.Journal, new JournalState(identity, Length, [new(0, Length)], [], true, DateTimeOffset.UnixEpoch), TimeProvider.System, CancellationToken.None);

        await File.WriteAllTextAsync(get.Part, "another run's");
        await get.GetAsync();
        get.Check(File.Exists(get.Journal), "The journal of a partial file should have been kept.");

        File.Delete(get.Part);
        await get.GetAsync();
        get.Check(get.Result.Failure == FailureKind.Usage, "The get should have been refused.");
        get.Check(!File.Exists(get.Journal), "The journal should have been deleted.");
        Assert.Equal("mine", await File.ReadAllTextAsync(get.Target));
    }

    [Fact]
    public async Task The_first_file_that_does_not_fit_ends_those_that_were_not_begun_where_all_go_to_one_disk()
    {
        await using var get = new GetFixture(new LoopbackOptions()).Serving(1L << 50).Serving(1000, "/next.bin");
        get.Adjust = request => request with { EndsWhenFull = true, ParallelFiles = 1 };

        await get.GetAsync(1, get.Item(), get.Item("/next.bin"));
        Assert.All(get.Results.Files, file => Assert.Equal(FailureKind.Disk, file.Failure));
        Assert.Contains("was not begun", get.Results.Files[1].Message);
        get.Check(get.Server.Log.CountOf("RETR") == 0, "A file was begun.");
    }

    [Fact]
    public async Task A_folder_that_is_missing_or_cannot_be_written_is_named()
    {
        await using var get = Fixture();
        // Even root cannot create a file in the second folder; on Windows the colon prevents it.
        string[] targets = [Path.Combine(get.Folder.Path, "missing", "big.bin"), OperatingSystem.IsWindows() ? @"C:\:\big.bin" : "/proc/big.bin"];
        foreach (var target in targets)
        {
            await get.GetAsync(4, get.Item(target: target));

            get.AssertNothingPublished(FailureKind.Disk, target.Contains("missing", StringComparison.Ordinal) ? "missing" : "big.bin");
            AssertNothingFetched(get);
        }
    }

    [Fact]
    public async Task A_target_that_is_a_folder_is_refused()
    {
        await using var get = Fixture();
        Directory.CreateDirectory(get.Target);

        await get.GetAsync();

        get.Check(get.Result.Failure == FailureKind.Usage && get.Result.Message.Contains("folder", StringComparison.Ordinal), "The get should have been refused.");
        AssertNothingFetched(get);
    }

    [Fact]
    public async Task A_file_larger_than_the_disk_fails_before_a_byte_is_fetched()
    {
        await using var get = Fixture();
        get.Server.Files.AddSynthetic(GetFixture.Remote, 1L << 55);

        await get.GetRefusedAsync(8, FailureKind.Disk);
        AssertNothingFetched(get);
        get.Check(!File.Exists(get.Part), "An empty partial file was left behind.");
    }

    [Fact]
    public async Task A_second_run_that_finds_the_disk_full_keeps_what_the_first_one_stored()
    {
        await using var disk = await SmallDisk.TryMakeAsync(32);
        await using var get = Fixture();
        var target = Path.Combine(disk?.Path ?? get.Folder.Path, "big.bin");
        get.Adjust = request => request with { Items = [get.Item(target: target)] };
        await get.InterruptAsync(4, 1 << 20);
        get.Check(get.Result.CanResume, "The first run should be resumable.");

        if (disk is not null)
        {
            var ballast = Path.Combine(disk.Path, "ballast");
            await using (var filler = new FileStream(ballast, FileMode.Create)) await filler.WriteAsync(new byte[20 << 20]);
            await get.GetAsync(4);
            get.Check(get.Result.Failure == FailureKind.Disk, "There is no room for the rest.");
            File.Delete(ballast);
        }
        await get.GetAsync(4);
        get.Check(get.Result is { Failure: null, BytesReused: >= 3 << 20 }, "What the first run stored was thrown away.");
    }

    [Fact]
    public async Task A_name_that_is_taken_meanwhile_leaves_a_complete_partial_file_that_the_next_run_only_publishes()
    {
        await using var get = Fixture();
        get.Server.Files.AddSynthetic(GetFixture.Remote, TransferItem.LeastJournalled);
        // The server's thread takes the name in the middle of the first transfer: the run cannot end before.
        get.Server.Inject(Fault.OnRetr(1).ChangeFilesAfter(64 << 10, _ => File.WriteAllText(get.Target, "of another program")));
        await get.GetAsync(4);

        get.Check(get.Result is { Failure: FailureKind.Usage, CanResume: true, BytesKept: TransferItem.LeastJournalled }, "All of the file is kept.");
        File.Delete(get.Target);
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        get.Check(get.Result is { BytesReused: TransferItem.LeastJournalled, BytesFetched: <= SeamSample.Length }, "Nothing but a sample has to be fetched again.");
    }

    [Theory]
    [Each(64 << 10, TransferItem.LeastJournalled)]
    public async Task A_complete_file_whose_last_rename_fails_is_kept_and_the_next_run_only_publishes(long length)
    {
        await using var get = Fixture();
        get.Server.Files.AddSynthetic(GetFixture.Remote, length);
        // Even with leave to overwrite, no file can be renamed over a folder.
        get.Adjust = request => request with
        {
            Overwrite = true,
            BeforePublish = (_, _) =>
            {
                Directory.CreateDirectory(get.Target);
                return ValueTask.CompletedTask;
            },
        };
        await get.GetAsync(4);

        get.Check(get.Result is { Failure: FailureKind.Disk, CanResume: true } && get.Result.BytesKept == length, "All of the file is kept.");
        Directory.Delete(get.Target);
        get.Adjust = request => request;
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        get.Check(get.Result.BytesReused == length && get.Result.BytesFetched <= SeamSample.Length, "Nothing but a sample is fetched again.");
    }

    [Fact]
    public async Task A_partial_file_deleted_by_another_program_is_not_reported_as_kept()
    {
        if (OperatingSystem.IsWindows()) return;
        await using var get = Fixture();
        get.Server.Files.AddSynthetic(GetFixture.Remote, TransferItem.LeastJournalled);
        get.Server.Inject(Fault.OnRetr().StallAfter(1 << 20));
        using var stop = new CancellationTokenSource();
        var run = get.GetAsync(4, stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || File.Exists(get.Journal));
        File.Delete(get.Part);
        await stop.CancelAsync();
        await run;

        get.Check(get.Result is { Failure: not null, CanResume: false, BytesKept: 0 }, "Nothing is left to continue with.");
    }

    private static void AssertNothingFetched(GetFixture get) => get.Check(get.Server.Log.BytesSent == 0, "Bytes were fetched that cannot be stored.");

    private static GetFixture Fixture() => new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);

    /// <summary>Mounts a file system of a few MiB in memory; null where this process may not mount one.</summary>
    private sealed class SmallDisk : IAsyncDisposable
    {
        private readonly TestKit.TempFolder _folder = new();

        public string Path => _folder.Path;

        public static async Task<SmallDisk?> TryMakeAsync(int mebibytes)
        {
            if (!OperatingSystem.IsLinux()) return null;
            var disk = new SmallDisk();
            if (await RunAsync("mount", "-t", "tmpfs", "-o", $"size={mebibytes}m", "tmpfs", disk.Path)) return disk;
            disk._folder.Dispose();
            return null;
        }

        public async ValueTask DisposeAsync()
        {
            await RunAsync("umount", Path);
            _folder.Dispose();
        }

        private static async Task<bool> RunAsync(string program, params string[] arguments)
        {
            try
            {
                using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true })!;
                await process.WaitForExitAsync();
                return process.ExitCode == 0;
            }
            catch (System.ComponentModel.Win32Exception)
            {
                return false;
            }
        }
    }
}
