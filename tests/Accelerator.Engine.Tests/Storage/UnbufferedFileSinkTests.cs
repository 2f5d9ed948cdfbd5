namespace Accelerator.Engine.Tests.Storage;

/// <summary>The contract on a disk accessed without the page cache: the folder for temporary files must lie on one (ext4, XFS).</summary>
public sealed class UnbufferedFileSinkTests : FileSinkContract
{
    [Fact]
    public async Task The_file_is_opened_with_O_DIRECT()
    {
        await using var sink = Open();

        var open = Directory.GetFiles("/proc/self/fd").Single(link => new FileInfo(link).LinkTarget == Name);
        var flags = Convert.ToInt32((await File.ReadAllLinesAsync($"/proc/self/fdinfo/{Path.GetFileName(open)}")).Single(line => line.StartsWith("flags:", StringComparison.Ordinal))[6..].Trim(), 8);

        Assert.IsType<UnbufferedFileSink>(sink);
        Assert.NotEqual(0, flags & (0x4000 | 0x10000));
    }

    [Fact]
    public async Task An_unsupported_file_system_is_reported_and_auto_uses_buffered_writes()
    {
        var path = $"/dev/shm/accelerator-{Guid.NewGuid():N}";
        try
        {
            var (_, auto) = SinkChoice.Open(path, UnbufferedWrites.Auto, 1 << 30, out var refusal);
            await using (auto) Assert.IsType<BufferedFileSink>(auto);
            Assert.Equal("its folder is in memory", refusal);

            var error = Assert.Throws<StorageException>(() => SinkChoice.Open(path, UnbufferedWrites.On, 1 << 30, out _));
            Assert.Contains("cannot be written unbuffered: its folder is in memory.", error.Message, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory]
    [InlineData(UnbufferedWrites.Auto, 63L << 20, false)]
    [InlineData(UnbufferedWrites.Auto, 64L << 20, true)]
    [InlineData(UnbufferedWrites.Auto, null, false)]
    [InlineData(UnbufferedWrites.On, 1L, true)]
    [InlineData(UnbufferedWrites.On, null, true)]
    [InlineData(UnbufferedWrites.Off, 1L << 40, false)]
    public void Auto_is_for_large_files(UnbufferedWrites wish, long? size, bool isWanted) => Assert.Equal(isWanted, SinkChoice.IsWanted(wish, size));

    internal override IFileSink Open() => SinkChoice.Open(Name, UnbufferedWrites.On, null, out _).Sink;
}
