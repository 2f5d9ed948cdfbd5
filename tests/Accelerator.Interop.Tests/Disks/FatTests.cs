using Accelerator.Interop.Tests.Gets;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Disks;

/// <summary>T-FS-2 of the fault matrix: memory cards and sticks are FAT32 to this day, and their files end one byte before 4 GiB.</summary>
[Trait("Group", "disks")]
public sealed class FatTests
{
    private const string Path = "/file";
    private const int Mebibytes = 6000;

    [ServerTheory("with-disk", "mkfs.vfat")]
    [InlineData(1L << 32)]
    [InlineData((1L << 32) + 1)]
    [InlineData(5L << 30)]
    public async Task A_file_that_FAT32_cannot_hold_is_refused_before_its_first_byte(long length)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await using var disk = await TestDisk.MakeAsync("vfat", Mebibytes, deadline.Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic(Path, length);
        Assert.True(disk.Free > length, "It would be refused for want of space.");

        using var folder = new TempFolder(disk.Path);
        var end = await FtpxProgram.Native.RunAsync(folder.Path, password: null, ["get", "--streams", "4", server.UrlOf(Path)], deadline.Token);
        Assert.Equal(10, end.ExitCode);
        Assert.Contains("its file system cannot hold a file that long (FAT32 ends at 4 GiB). Choose another folder.", end.Error, StringComparison.Ordinal);
        Assert.Equal(0, server.Log.BytesSent);
        Assert.DoesNotContain(Directory.GetFiles(folder.Path), path => new FileInfo(path).Length > 0);
    }

    [ServerFact("with-disk", "mkfs.vfat")]
    public async Task A_file_that_FAT32_can_hold_comes_whole()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await using var disk = await TestDisk.MakeAsync("vfat", Mebibytes, deadline.Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic(Path, 100 << 20);

        using var folder = new TempFolder(disk.Path);
        var end = await FtpxProgram.Native.RunAsync(folder.Path, password: null, ["get", "--streams", "4", server.UrlOf(Path)], deadline.Token);
        Assert.True(end.ExitCode == 0, end.Error);
        Assert.Equal(["file"], Directory.GetFiles(folder.Path).Select(System.IO.Path.GetFileName));
        Assert.Null(await server.Files[Path].Content.FirstDifferenceAsync(folder.File("file"), deadline.Token));
    }
}
