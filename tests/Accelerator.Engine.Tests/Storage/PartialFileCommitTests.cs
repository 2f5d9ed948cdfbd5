namespace Accelerator.Engine.Tests.Storage;

public sealed class PartialFileCommitTests : IDisposable
{
    private static readonly DateTime Modified = new(2019, 8, 7, 6, 5, 4, DateTimeKind.Utc);
    private readonly TempFolder _folder = new();
    private readonly string _target;

    public PartialFileCommitTests() => _target = _folder.File("a.bin");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Each(7, 0)]
    public async Task A_commit_leaves_the_exact_file_and_nothing_else(int length)
    {
        await using var file = await WrittenAsync(length == 0 ? "" : "content and padding");
        await File.WriteAllTextAsync(file.JournalPath, "journal");
        Assert.Equal(new Published(_target, Note: null), await file.CommitAsync(length, Modified, overwrite: false, default));
        Assert.Equal("content"[..length], await File.ReadAllTextAsync(_target));
        Assert.Equal(Modified, File.GetLastWriteTimeUtc(_target));
        Assert.Equal([_target], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task An_existing_target_is_not_replaced_and_the_download_is_kept()
    {
        await using var file = await WrittenAsync("new");
        await File.WriteAllTextAsync(file.JournalPath, "journal");
        await File.WriteAllTextAsync(_target, "a longer old content"); // The file was created during the transfer.
        var error = await Assert.ThrowsAsync<StorageException>(() => file.CommitAsync(3, Modified, overwrite: false, default));
        Assert.Equal(StorageFailure.Exists, error.Reason);
        Assert.Contains($"the complete download is kept as '{_target}.part'", error.Message);
        Assert.Equal("a longer old content", await File.ReadAllTextAsync(_target));
        Assert.True(File.Exists(file.JournalPath));

        await file.CommitAsync(3, Modified, overwrite: true, default);
        Assert.Equal("new", await File.ReadAllTextAsync(_target));
        Assert.Equal([_target], Directory.GetFileSystemEntries(_folder.Path));
    }

    /// <summary>Making the rename durable can take seconds on a busy disk.</summary>
    [Fact]
    public async Task A_run_that_begins_the_same_target_right_after_the_rename_keeps_its_journal()
    {
        await using var file = await WrittenAsync("content");
        await File.WriteAllTextAsync(file.JournalPath, "journal of the first run");
        file.Rename = (part, target, overwrite) =>
        {
            LocalChanges.Rename(part, target, overwrite);
            File.WriteAllText(part, "bytes of the second run");
            File.WriteAllText(file.JournalPath, "journal of the second run");
        };

        await file.CommitAsync(7, Modified, overwrite: false, default);

        Assert.Equal("content", await File.ReadAllTextAsync(_target));
        Assert.Equal("journal of the second run", await File.ReadAllTextAsync(file.JournalPath));
    }

    [Fact]
    public async Task A_file_shorter_than_it_must_be_is_not_published()
    {
        await using var file = await WrittenAsync("short");
        var error = await Assert.ThrowsAsync<StorageException>(() => file.CommitAsync(6, Modified, overwrite: false, default));
        Assert.Contains("has 5 bytes of 6", error.Message);
        Assert.False(File.Exists(_target));
    }

    [Theory]
    [Each(false, true)]
    public async Task A_part_that_was_removed_or_replaced_is_not_published(bool isReplaced)
    {
        if (isReplaced && !OperatingSystem.IsLinux())
            return; // Windows does not allow reuse of the name of an open file.
        await using var file = await WrittenAsync("content");
        File.Delete(file.PartPath);
        if (isReplaced) await File.WriteAllTextAsync(file.PartPath, "foreign");
        var error = await Assert.ThrowsAsync<StorageException>(() => file.CommitAsync(7, Modified, overwrite: false, default));
        Assert.Contains("removed or replaced by another program", error.Message);
        Assert.Equal(isReplaced ? [file.PartPath] : [], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task A_folder_that_was_replaced_in_mid_transfer_gets_nothing()
    {
        if (!OperatingSystem.IsLinux())
            return; // Windows does not allow renaming a folder that contains an open file.
        Directory.CreateDirectory(_folder.File("in"));
        await using var file = await PartialFile.OpenAsync(Path.Combine(_folder.File("in"), "a.bin"), UnbufferedWrites.Auto, null, TimeProvider.System, default);
        Directory.CreateDirectory(_folder.File("attacker"));
        Directory.Move(_folder.File("in"), _folder.File("moved"));
        Directory.CreateSymbolicLink(_folder.File("in"), _folder.File("attacker"));
        await Assert.ThrowsAsync<StorageException>(() => file.CommitAsync(0, Modified, overwrite: true, default));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.File("attacker")));
    }

    [Fact]
    public async Task A_cancelled_commit_publishes_nothing_and_can_be_tried_again()
    {
        await using var file = await WrittenAsync("content");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => file.CommitAsync(7, Modified, overwrite: false, new CancellationToken(canceled: true)));
        Assert.False(File.Exists(_target));
        await file.CommitAsync(7, Modified, overwrite: false, default);
        Assert.True(File.Exists(_target));
    }

    [Fact]
    public async Task A_target_in_use_by_another_program_is_replaced_once_it_is_released()
    {
        var time = new FakeTime();
        await using var file = await WrittenAsync("content", time);
        var tries = 0;
        file.Rename = (source, target, overwrite) =>
        {
            if (++tries <= 10) throw Held();
            LocalChanges.Rename(source, target, overwrite);
        };
        await PassAsync(file.CommitAsync(7, Modified, overwrite: true, default), time);
        Assert.Equal(11, tries);
        Assert.Equal("content", await File.ReadAllTextAsync(_target));
    }

    [Fact]
    public async Task A_target_held_open_for_30_seconds_loses_neither_the_download_nor_the_existing_file()
    {
        var time = new FakeTime();
        var started = time.GetUtcNow();
        await File.WriteAllTextAsync(_target, "old");
        await using var file = await WrittenAsync("content", time);
        await File.WriteAllTextAsync(file.JournalPath, "journal");
        var tries = 0;
        file.Rename = (_, _, _) =>
        {
            tries++;
            throw Held();
        };
        var error = await Assert.ThrowsAsync<StorageException>(() => PassAsync(file.CommitAsync(7, Modified, overwrite: true, default), time));
        Assert.Equal(StorageFailure.Busy, error.Reason);
        Assert.Contains($"was in use by another program for 30 s; the complete download is kept as '{file.PartPath}'. Try again.", error.Message);
        Assert.InRange(tries, 10, 30);
        Assert.InRange(time.GetUtcNow() - started, TimeSpan.FromSeconds(25), TimeSpan.FromSeconds(30));
        Assert.Equal("old", await File.ReadAllTextAsync(_target));
        Assert.True(File.Exists(file.JournalPath));

        file.Rename = LocalChanges.Rename;
        await file.CommitAsync(7, Modified, overwrite: true, default);
        Assert.Equal("content", await File.ReadAllTextAsync(_target));
        Assert.Equal([_target], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task Runs_that_race_for_one_target_never_get_hold_of_the_published_file()
    {
        var committed = 0;
        var runs = Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (var turn = 0; turn < 25; turn++)
            {
                try
                {
                    await using var file = await PartialFile.OpenAsync(_target, UnbufferedWrites.Auto, null, TimeProvider.System, default);
                    Assert.Equal(0, file.LengthAtOpen); // A published file has ten bytes, and every abandoned part is empty.
                    await file.Sink.WriteAsync(0, "0123456789"u8.ToArray(), default);
                    await file.CommitAsync(10, modifiedUtc: null, overwrite: true, default);
                    Interlocked.Increment(ref committed);
                }
                catch (StorageException error) when (error.Reason is StorageFailure.Busy)
                {
                    await Task.Yield();
                }
            }
        }));
        await Task.WhenAll(runs);
        Assert.True(committed > 0);
        Assert.Equal("0123456789", await File.ReadAllTextAsync(_target));
    }

    // ERROR_SHARING_VIOLATION, and its counterpart on Unix.
    private static IOException Held() => new("held", OperatingSystem.IsWindows() ? unchecked((int)0x80070020) : 11);

    // Advances the clock whenever a task waits for it.
    private static async Task PassAsync(Task run, FakeTime time)
    {
        while (await Task.WhenAny(run, time.UntilTimersAsync(1)) != run) time.Advance(TimeSpan.FromMilliseconds(50));
        await run;
    }

    private async Task<PartialFile> WrittenAsync(string content, TimeProvider? time = null)
    {
        var file = await PartialFile.OpenAsync(_target, UnbufferedWrites.Auto, null, time ?? TimeProvider.System, default);
        await file.Sink.WriteAsync(0, System.Text.Encoding.ASCII.GetBytes(content), default);
        return file;
    }
}
