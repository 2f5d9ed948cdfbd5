namespace Accelerator.Engine.Tests.Storage;

/// <summary>The contract of the unbuffered sink on a disk that refuses what Windows may refuse.</summary>
public sealed class StrictDiskTests : FileSinkContract
{
    private readonly List<StrictFile> _disks = [];

    [Fact]
    public async Task The_disk_receives_writes_of_whole_sectors_only()
    {
        await using (var sink = Open())
        {
            await sink.WriteAsync(5000, Filled(20_000, 1), default);
            await sink.FlushAsync(default);
        }
        Assert.Equal(3, Assert.Single(_disks).Writes);
    }

    internal override IFileSink Open()
    {
        var handle = File.OpenHandle(Name, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite, FileOptions.Asynchronous);
        var disk = new StrictFile(new HandleFile(handle), sector: 4096);
        _disks.Add(disk);
        return new UnbufferedFileSink(disk, Name);
    }

    // Each test of the contract is also a test of alignment.
    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        Assert.Empty(_disks.SelectMany(disk => disk.Offences));
    }
}
