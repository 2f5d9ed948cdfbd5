namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.6 of the fault matrix: names in use, files held open, a clock that jumps.</summary>
public sealed class DiskCases
{
    private const long Length = 6 << 20;
    private const string Path = "/pub/f";

    [Fact]
    public async Task T_DISK_3_a_partial_file_that_another_program_holds_is_left_alone()
    {
        await using var it = Case();
        await using (new FileStream(it.Local("f.part"), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None)) await it.GetAsync(Path);
        it.AssertSaid(2, "is in use by another run of ftpx or by another program");
        it.Check(new FileInfo(it.Local("f.part")).Length == 0 && !File.Exists(it.Local("f")), "It was written.");
    }

    [Fact]
    public async Task T_DISK_2_a_partial_file_that_is_taken_away_in_mid_transfer_is_not_published()
    {
        await using var it = Case();
        var run = it.GetAsync(Path, "--streams", "2");
        await AtMegabyteAsync(it, () =>
        {
            File.Delete(it.Local("f.part"));
            File.WriteAllText(it.Local("f.part"), "another file");
        });
        await run;
        it.AssertSaid(10, "was removed or replaced by another program during the transfer");
        it.Check(!File.Exists(it.Local("f")), "Another file was published.");
        it.Check(await File.ReadAllTextAsync(it.Local("f.part")) == "another file", "Another's file was written into.");
    }

    [Fact]
    public async Task T_FS_1_a_file_that_exists_is_not_replaced_unasked()
    {
        await using var it = Case();
        await File.WriteAllTextAsync(it.Local("f"), "mine");
        await it.GetAsync(Path);
        it.Check(it.ExitCode == 2, "It was to be refused.");
        it.AssertHere(("f", "mine"));
        it.Check(it.Server.Log.BytesSent == 0, "Bytes were fetched for nothing.");
    }

    [Fact]
    public async Task T_FS_1_a_file_that_appears_in_mid_transfer_is_not_replaced_unasked()
    {
        await using var it = Case();
        var run = it.GetAsync(Path, "--streams", "2");
        await AtMegabyteAsync(it, () => File.WriteAllText(it.Local("f"), "mine"));
        await run;
        it.AssertSaid(2, "exists and was not replaced; the complete download is kept as");
        it.Check(await File.ReadAllTextAsync(it.Local("f")) == "mine", "It was replaced.");
        it.Check(await it.Server.Files[Path].Content.FirstDifferenceAsync(it.Local("f.part"), CancellationToken.None) is null, "The download is lost.");
    }

    [Fact]
    public async Task T_FS_1_the_old_file_stays_in_place_until_the_new_one_is_complete()
    {
        await using var it = Case();
        await File.WriteAllTextAsync(it.Local("f"), "old");
        File.SetAttributes(it.Local("f"), FileAttributes.ReadOnly);
        var run = it.GetAsync(Path, "--overwrite", "--streams", "2");
        await AtMegabyteAsync(it, () => it.Check(File.ReadAllText(it.Local("f")) == "old", "The old file is gone before the new one is there."));
        await run;
        it.Check(it.ExitCode == 0, "It was to be replaced.");
        it.Check(await it.Server.Files[Path].Content.FirstDifferenceAsync(it.Local("f"), CancellationToken.None) is null, "It is not what the server has.");
    }

    /// <summary>The last step is a rename on one volume, wherever the target lies, so no file is ever copied across volumes.</summary>
    [Fact]
    public async Task T_FS_1_a_file_grows_beside_its_target_and_nowhere_else()
    {
        await using var it = Case();
        var run = it.GetAsync(Path, "--streams", "2");
        await AtMegabyteAsync(it, () =>
        {
            it.Check(Directory.GetFiles(it.Into).Any(path => path == it.Local("f.part")), "It grows elsewhere.");
            it.Check(Directory.GetFiles(it.Into).All(path => path.StartsWith(it.Local("f.part"), StringComparison.Ordinal)), "There is something else.");
            it.AssertNothingOutside();
        });
        await run;
        it.Check(it.ExitCode == 0 && it.Here.Count == 1, "It was to become the file.");
    }

    [Fact]
    public async Task T_FS_1_a_folder_in_the_file_s_place_is_left_alone()
    {
        await using var it = Case();
        Directory.CreateDirectory(it.Local("f"));
        await File.WriteAllTextAsync(it.Local("f/mine"), "mine");
        await it.MirrorAsync("/pub", "--delete", "--max-delete", "100%", "--yes");
        it.AssertSaid(2, "it is a file on the server, and here");
        it.AssertHere(("f/mine", "mine"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public async Task T_CLK_1_a_clock_that_jumps_by_a_day_disturbs_nothing(int days)
    {
        await using var it = Case();
        var time = new ShiftedTime();
        it.Time = time;
        var run = it.GetAsync(Path, "--streams", "2");
        await AtMegabyteAsync(it, () => time.Shift = TimeSpan.FromDays(days));
        await run;
        it.Check(it.ExitCode == 0 && it.Server.Log.ControlConnectionsOpened <= 4, "The clock on the wall was taken for a stopwatch.");
        it.Check(await it.Server.Files[Path].Content.FirstDifferenceAsync(it.Local("f"), CancellationToken.None) is null, "It is not what the server has.");
    }

    private static HostileFixture Case()
    {
        var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 8 << 20 } });
        it.Server.Files.AddSynthetic(Path, Length);
        return it;
    }

    private static Task AtMegabyteAsync(HostileFixture it, Action act) => it.AtAsync(log => log.BytesSentOf(Path) >= 1 << 20, act);
}
