using Accelerator.Engine.Storage;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Storage;

public sealed class BufferedFileSinkTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Parallel_writes_at_their_own_offsets_read_back()
    {
        await using var sink = Open("a.bin");
        const int Part = 70_001;
        await Task.WhenAll(Enumerable.Range(0, 8).Select(part =>
            sink.WriteAsync((long)part * Part, Filled(Part, (byte)(part + 1)), default).AsTask()));
        await sink.FlushAsync(default);

        var content = new byte[8 * Part];
        Assert.Equal(content.Length, await sink.ReadAsync(0, content, default));
        for (var part = 0; part < 8; part++)
            Assert.True(content.AsSpan(part * Part, Part).IndexOfAnyExcept((byte)(part + 1)) < 0);
    }

    [Fact]
    public async Task A_read_is_short_only_at_the_end()
    {
        await using var sink = Open("a.bin");
        await sink.WriteAsync(0, Filled(10, 1), default);
        Assert.Equal(4, await sink.ReadAsync(6, new byte[100], default));
        Assert.Equal(0, await sink.ReadAsync(10, new byte[100], default));
    }

    [Fact]
    public async Task Length_grows_with_zeros_and_shrinks()
    {
        await using var sink = Open("a.bin");
        await sink.WriteAsync(0, Filled(10, 1), default);
        sink.SetLength(5);
        sink.SetLength(8);
        Assert.Equal(8, sink.Length);
        var content = new byte[8];
        await sink.ReadAsync(0, content, default);
        Assert.Equal([1, 1, 1, 1, 1, 0, 0, 0], content);
    }

    [Fact]
    public async Task A_full_disk_is_told_with_the_file_the_offset_and_what_to_do()
    {
        if (!OperatingSystem.IsLinux())
            return; // The device that is always full is Linux's.
        await using var sink = new BufferedFileSink(File.OpenHandle("/dev/full", FileMode.Open, FileAccess.Write), "/dev/full");
        var error = await Assert.ThrowsAsync<StorageException>(() => sink.WriteAsync(4096, new byte[10], default).AsTask());
        Assert.Equal(StorageFailure.Full, error.Reason);
        Assert.Contains("Writing 10 bytes at offset 4096 of '/dev/full' failed: the disk or the quota is full", error.Message);
        Assert.Contains("Free some space", error.Message);
    }

    [Fact]
    public async Task A_length_that_no_file_system_can_hold_is_told_as_such()
    {
        await using var sink = Open("a.bin");
        var error = Assert.Throws<StorageException>(() => sink.SetLength(long.MaxValue));
        Assert.Equal(StorageFailure.Failed, error.Reason);
        Assert.Contains(_folder.File("a.bin"), error.Message);
    }

    [Fact]
    public async Task A_closed_sink_throws_what_every_closed_object_throws()
    {
        var sink = Open("a.bin");
        await sink.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => sink.WriteAsync(0, new byte[1], default).AsTask());
    }

    [Fact]
    public async Task A_cancelled_write_says_so_and_is_no_failure_of_the_disk()
    {
        await using var sink = Open("a.bin");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => sink.WriteAsync(0, new byte[1], new CancellationToken(canceled: true)).AsTask());
    }

    private static byte[] Filled(int length, byte value)
    {
        var data = new byte[length];
        data.AsSpan().Fill(value);
        return data;
    }

    private BufferedFileSink Open(string name) => new(
        File.OpenHandle(_folder.File(name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, FileOptions.Asynchronous),
        _folder.File(name));
}
