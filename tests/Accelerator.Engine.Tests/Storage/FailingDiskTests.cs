namespace Accelerator.Engine.Tests.Storage;

/// <summary>A disk that fails in the middle: the errors that both sinks report, for every call.</summary>
public sealed class FailingDiskTests : IDisposable
{
    private const int Sector = 4096;
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Each(false, true)]
    public async Task A_failed_write_is_reported_with_the_file_and_later_writes_succeed(bool isUnbuffered)
    {
        var disk = Disk();
        await using var sink = Sink(disk, isUnbuffered);
        await sink.WriteAsync(0, new byte[8 * Sector], default);
        disk.FailsFrom = 10 * Sector;

        var error = await Assert.ThrowsAsync<StorageException>(() => sink.WriteAsync(8 * Sector, new byte[8 * Sector], default).AsTask());
        Assert.Equal(StorageFailure.Failed, error.Reason);
        Assert.Contains($"Writing 32768 bytes at offset 32768 of '{_folder.File("a.bin")}' failed: Input/output error.", error.Message, StringComparison.Ordinal);

        await sink.WriteAsync(8 * Sector, new byte[2 * Sector], default);
        await sink.FlushAsync(default);
    }

    [Fact]
    public async Task A_sector_that_waited_for_the_flush_fails_with_the_flush_and_not_in_silence()
    {
        var disk = Disk();
        await using var sink = Sink(disk, isUnbuffered: true);
        await sink.WriteAsync(0, new byte[100], default);
        disk.FailsFrom = 0;

        var error = await Assert.ThrowsAsync<StorageException>(() => sink.FlushAsync(default).AsTask());
        Assert.Contains("Flushing", error.Message, StringComparison.Ordinal);

        // The data is still there: a failed write drops nothing.
        disk.FailsFrom = long.MaxValue;
        await sink.FlushAsync(default);
        Assert.Equal(100, new FileInfo(_folder.File("a.bin")).Length);
    }

    [Theory]
    [Each(false, true)]
    public async Task A_full_disk_and_a_failed_flush_are_reported_as_such(bool isUnbuffered)
    {
        var disk = Disk();
        await using var sink = Sink(disk, isUnbuffered);
        (disk.FailsFrom, disk.Error) = (0, OperatingSystem.IsWindows() ? 112 : 28);
        var full = await Assert.ThrowsAsync<StorageException>(() => sink.WriteAsync(0, new byte[Sector], default).AsTask());
        Assert.Equal(StorageFailure.Full, full.Reason);

        (disk.FailsFrom, disk.FailsFlushes, disk.Error) = (long.MaxValue, true, OperatingSystem.IsWindows() ? 1117 : 5);
        var failed = await Assert.ThrowsAsync<StorageException>(() => sink.FlushAsync(default).AsTask());
        Assert.Equal(StorageFailure.Failed, failed.Reason);
    }

    private FailingFile Disk() => new(new HandleFile(File.OpenHandle(
        _folder.File("a.bin"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite, FileOptions.Asynchronous)));

    private IFileSink Sink(FailingFile disk, bool isUnbuffered) =>
        isUnbuffered ? new UnbufferedFileSink(disk, _folder.File("a.bin")) : new BufferedFileSink(disk, _folder.File("a.bin"));
}
