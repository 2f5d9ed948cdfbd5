using Accelerator.Engine.Storage;

namespace Accelerator.Interop.Tests.Disks;

/// <summary>Disks that are full before or in the middle of a get: the real program, past the page cache and through it.</summary>
public sealed class FullDiskTests : RealTests
{
    private const long BytesPerSecond = KillFixture.Size / 4;

    /// <summary>ext3 reserves no space, so that the disk is found full by a write past the page cache; tmpfs by one through it.</summary>
    [ServerTheory("with-disk")]
    [InlineData("ext3", 150)]
    [InlineData("tmpfs", 110)]
    public async Task A_disk_that_fills_up_ends_the_get_and_the_next_run_resumes_once_space_is_free(string kind, int mebibytes)
    {
        await using var disk = await TestDisk.MakeAsync(kind, mebibytes, Token);
        await using var fixture = new KillFixture(FtpxProgram.Native, BytesPerSecond, disk.Path);
        // All but a second and a half of the server's pace. A busy machine writes the journal late, so the server waits for it, and until the disk is full.
        const long Least = (KillFixture.Size / 2) - (BytesPerSecond * 3 / 2);
        const long Hold = (KillFixture.Size / 2) + (1 << 20);
        fixture.HoldAt(Hold);
        await using var run = fixture.Start("file");
        await fixture.WaitForBytesAsync(KillFixture.Size / 2, run, Token);
        while (!run.HasExited && await fixture.KeptAsync("file", Token) < Least) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        await disk.FillAsync(Token);
        fixture.LetGo(Hold);

        var end = await run.WaitAsync(Token);
        await fixture.WaitForSilenceAsync(Token);
        Assert.Equal((10, ""), (end.ExitCode, end.Error));
        var result = Assert.Single(FtpxProgram.Lines(end, "result"));
        Assert.True(result.GetProperty("can_resume").GetBoolean());
        Assert.Contains("the disk or the quota is full (0 B free). Free some space", result.GetProperty("message").GetString(), StringComparison.Ordinal);

        disk.Relieve();
        Assert.InRange(await fixture.KeptAsync("file", Token), Least, KillFixture.Size - 1);
        await fixture.FinishAsync("file", Token);
        await fixture.AssertIsWholeAsync("file", Token);
    }

    [ServerTheory("with-disk")]
    [InlineData("ext4", 150)]
    public async Task Space_that_was_taken_at_the_start_cannot_be_taken_by_another_program(string kind, int mebibytes)
    {
        await using var disk = await TestDisk.MakeAsync(kind, mebibytes, Token);
        await using var fixture = new KillFixture(FtpxProgram.Native, BytesPerSecond, disk.Path);
        await using var run = fixture.Start("file");
        await fixture.WaitForBytesAsync(KillFixture.Size / 2, run, Token);
        await disk.FillAsync(Token);

        (await run.WaitAsync(Token)).ExpectQuiet();
        await fixture.AssertIsWholeAsync("file", Token);
    }

    [ServerTheory("with-disk")]
    [InlineData("ext4", 90)]
    [InlineData("tmpfs", 90)]
    public async Task A_file_that_cannot_fit_is_refused_before_its_first_byte(string kind, int mebibytes)
    {
        await using var disk = await TestDisk.MakeAsync(kind, mebibytes, Token);
        await using var fixture = new KillFixture(FtpxProgram.Native, BytesPerSecond, disk.Path);
        await using var run = fixture.Start("file");

        var end = (await run.WaitAsync(Token)).Expect(10);
        var message = Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("message").GetString();
        Assert.Contains($"needs {ByteText.Size(KillFixture.Size)} more, but its volume has only {ByteText.Size(disk.Free)} free.", message, StringComparison.Ordinal);
        Assert.Equal(0, fixture.Sent);
    }
}
