namespace Accelerator.Engine.Tests.Storage;

public sealed class PartialFileTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly string _target;

    public PartialFileTests() => _target = _folder.File("a.bin");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Until_it_is_committed_only_the_part_is_there()
    {
        await using var file = await OpenAsync();
        Assert.Equal([_target + ".part"], Directory.GetFileSystemEntries(_folder.Path));
        Assert.Equal(0, file.LengthAtOpen);
        Assert.Equal(_target + ".part.journal", file.JournalPath);
    }

    [Fact]
    public async Task A_second_run_on_the_same_target_fails_as_busy_also_from_another_process()
    {
        await using (await OpenAsync())
        {
            var error = await Assert.ThrowsAsync<StorageException>(OpenAsync);
            Assert.Equal(StorageFailure.Busy, error.Reason);
            Assert.Contains($"'{_target}.part' is in use by another run", error.Message);
            Assert.NotEqual(0, await TakeInAnotherProcessAsync());
        }
        Assert.Equal(0, await TakeInAnotherProcessAsync());
    }

    [Fact]
    public async Task A_later_run_finds_what_an_earlier_one_left()
    {
        await using (var first = await OpenAsync())
            await first.Sink.WriteAsync(0, "kept"u8.ToArray(), default);
        await File.WriteAllTextAsync(_target + ".part.journal", "journal");

        await using var second = await OpenAsync();
        Assert.Equal(4, second.LengthAtOpen);
        Assert.True(File.Exists(second.JournalPath));
        var content = new byte[4];
        await second.Sink.ReadAsync(0, content, default);
        Assert.Equal("kept"u8.ToArray(), content);
    }

    [Fact]
    public async Task A_journal_beside_an_empty_part_belongs_to_another_file_and_goes()
    {
        await File.WriteAllTextAsync(_target + ".part.journal", "of a file that was committed");
        await using var file = await OpenAsync();
        Assert.False(File.Exists(file.JournalPath));
    }

    [Fact]
    public async Task Starting_over_removes_the_bytes_and_the_journal()
    {
        await File.WriteAllTextAsync(_target + ".part", "old bytes");
        await File.WriteAllTextAsync(_target + ".part.journal", "old journal");
        await using var file = await OpenAsync();
        await file.StartOverAsync(default);
        await file.ReserveAsync(9, stored: 0, FreeSpace.Advice, default);
        Assert.False(File.Exists(file.JournalPath));
        var content = new byte[9];
        await file.Sink.ReadAsync(0, content, default);
        Assert.Equal(new byte[9], content);
    }

    [Fact]
    public async Task Reserving_gives_the_full_length_and_keeps_what_is_there()
    {
        await File.WriteAllTextAsync(_target + ".part", "kept");
        await using var file = await OpenAsync();
        await file.ReserveAsync(100_000, stored: 0, FreeSpace.Advice, default);
        Assert.Equal(100_000, file.Sink.Length);
        var content = new byte[5];
        await file.Sink.ReadAsync(0, content, default);
        Assert.Equal("kept\0"u8.ToArray(), content);
    }

    [Fact]
    public async Task A_size_beyond_the_free_space_is_refused_before_anything_is_taken()
    {
        await using var file = await OpenAsync();
        var error = await Assert.ThrowsAsync<StorageException>(() => file.ReserveAsync(1L << 60, stored: 0, FreeSpace.Advice, default));
        Assert.Equal(StorageFailure.Full, error.Reason);
        Assert.Equal(0, file.Sink.Length);
    }

    [Fact]
    public async Task A_link_at_the_partial_name_and_a_second_name_of_another_file_are_refused()
    {
        var other = _folder.File("elsewhere");
        File.CreateSymbolicLink(_target + ".part", other);
        Assert.Equal(StorageFailure.Denied, (await Assert.ThrowsAsync<StorageException>(OpenAsync)).Reason);
        Assert.False(File.Exists(other));
        await File.WriteAllTextAsync(other, "precious");
        Assert.Equal(StorageFailure.Denied, (await Assert.ThrowsAsync<StorageException>(OpenAsync)).Reason);

        if (!OperatingSystem.IsLinux())
            return; // The number of names is checked on Linux only.
        File.Delete(_target + ".part");
        using (var link = Process.Start("ln", [other, _target + ".part"])) await link.WaitForExitAsync();
        Assert.Equal(StorageFailure.Denied, (await Assert.ThrowsAsync<StorageException>(OpenAsync)).Reason);
        Assert.Equal("precious", await File.ReadAllTextAsync(other));
    }

    [Fact]
    public async Task A_folder_at_either_name_is_refused()
    {
        Directory.CreateDirectory(_target);
        Assert.Equal(StorageFailure.Exists, (await Assert.ThrowsAsync<StorageException>(OpenAsync)).Reason);
        Directory.Delete(_target);
        Directory.CreateDirectory(_target + ".part");
        Assert.Equal(StorageFailure.Denied, (await Assert.ThrowsAsync<StorageException>(OpenAsync)).Reason);
    }

    [Fact]
    public async Task A_missing_folder_is_not_created_but_named()
    {
        var target = Path.Combine(_folder.File("missing"), "a.bin");
        var error = await Assert.ThrowsAsync<StorageException>(() => PartialFile.OpenAsync(target, UnbufferedWrites.Auto, null, TimeProvider.System, default));
        Assert.Contains($"the folder '{_folder.File("missing")}' does not exist", error.Message);
        Assert.False(Directory.Exists(_folder.File("missing")));
    }

    [Fact]
    public async Task Discarding_leaves_nothing()
    {
        await using var file = await OpenAsync();
        await File.WriteAllTextAsync(file.JournalPath, "x");
        await File.WriteAllTextAsync(file.JournalPath + ".new", "x");
        await file.DiscardAsync();
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    /// <summary>Returns the exit code of a process that tries to open the part for writing, as another run would; 0 on success.</summary>
    private async Task<int> TakeInAnotherProcessAsync()
    {
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo("cmd.exe", ["/c", $"type nul >> \"{_target}.part\""])
            : new ProcessStartInfo("flock", ["--nonblock", _target + ".part", "true"]);
        start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        await process.WaitForExitAsync();
        return process.ExitCode;
    }

    private Task<PartialFile> OpenAsync() => PartialFile.OpenAsync(_target, UnbufferedWrites.Auto, null, TimeProvider.System, default);
}
