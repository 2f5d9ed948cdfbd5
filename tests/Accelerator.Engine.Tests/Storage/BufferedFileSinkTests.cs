namespace Accelerator.Engine.Tests.Storage;

public sealed class BufferedFileSinkTests : FileSinkContract
{
    [Fact]
    public async Task A_full_disk_is_reported_with_the_file_the_offset_and_a_remedy()
    {
        if (!OperatingSystem.IsLinux())
            return; // The device that is always full (/dev/full) exists on Linux only.
        await using var sink = new BufferedFileSink(new HandleFile(File.OpenHandle("/dev/full", FileMode.Open, FileAccess.Write)), "/dev/full");
        var error = await Assert.ThrowsAsync<StorageException>(() => sink.WriteAsync(4096, new byte[10], default).AsTask());
        Assert.Equal(StorageFailure.Full, error.Reason);
        Assert.Contains("Writing 10 bytes at offset 4096 of '/dev/full' failed: the disk or the quota is full", error.Message);
        Assert.Contains("Free some space", error.Message);
    }

    internal override IFileSink Open() => new BufferedFileSink(
        new HandleFile(File.OpenHandle(Name, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite, FileOptions.Asynchronous)), Name);
}
