namespace Accelerator.Interop.Tests.Disks;

/// <summary>T-FS-1 of the fault matrix, the volume that may not be written to.</summary>
public sealed class ReadOnlyDiskTests : RealTests
{
    [ServerFact("with-disk")]
    public async Task A_read_only_volume_is_reported_before_the_first_byte_and_keeps_its_files()
    {
        await using var disk = await TestDisk.MakeAsync("tmpfs", 16, Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/file", 1 << 20);
        await File.WriteAllTextAsync(disk.File("file"), "mine", Token);
        (await ProgramRun.RunFileAsync("/bin/mount", "/", ["-o", "remount,ro", disk.Path], Token)).Expect();

        string[] words = ["get", "--overwrite", "--streams", "4", "-o", disk.Path, server.UrlOf("/file")];
        var end = (await FtpxProgram.Native.RunAsync("/", password: null, words, Token)).Expect(10);
        Assert.Contains("Check the permissions and that the volume is not read-only.", end.Error, StringComparison.Ordinal);
        Assert.Equal(0, server.Log.BytesSent);
        Assert.Equal("mine", await File.ReadAllTextAsync(disk.File("file"), Token));
    }
}
