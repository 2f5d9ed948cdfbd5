namespace Accelerator.Interop.Tests.Disks;

/// <summary>
/// T-FS-2 of the fault matrix: memory cards and sticks are FAT32 to this day, and their files end one byte before 4 GiB. Not every kernel knows it; an
/// ext4 whose files end at 2 TiB gives the same answer (EFBIG) to the same question.
/// </summary>
public sealed class FatTests : RealTests
{
    private const string Path = "/file";

    public static TheoryData<string, int, long> Disks
    {
        get
        {
            var disks = new TheoryData<string, int, long> { { "short", 2_200_000, 1L << 41 } };
            if (!KnowsFat) return disks;
            disks.Add("vfat", 6000, 1L << 32);
            disks.Add("vfat", 6000, 5L << 30);
            return disks;
        }
    }

    private static bool KnowsFat => OperatingSystem.IsLinux() && File.ReadAllText("/proc/filesystems").Contains("vfat", StringComparison.Ordinal);

    [ServerTheory("with-disk")]
    [MemberData(nameof(Disks))]
    public async Task A_file_that_its_disk_cannot_hold_is_refused_before_its_first_byte(string kind, int mebibytes, long length)
    {
        await using var disk = await TestDisk.MakeAsync(kind, mebibytes, Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic(Path, length);
        Assert.True(disk.Free > length, "It would be refused for want of space.");

        using var folder = new TempFolder(disk.Path);
        string[] words = ["get", "--streams", "4", server.UrlOf(Path)];
        var end = (await FtpxProgram.Native.RunAsync(folder.Path, password: null, words, Token)).Expect(10);
        Assert.Contains("the file system does not support files of this size (the limit of FAT32 is 4 GiB). Choose another folder.", end.Error, StringComparison.Ordinal);
        Assert.Equal(0, server.Log.BytesSent);
        Assert.DoesNotContain(Directory.GetFiles(folder.Path), path => new FileInfo(path).Length > 0);
    }
}
