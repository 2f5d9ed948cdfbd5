namespace Accelerator.Matrix.Tests;

/// <summary>Attack class S7 and T-FS-3: links that another local user plants where files are to be written.</summary>
public sealed class PlantedLinkCases
{
    private const long Long = 4 << 20;

    [Theory]
    [InlineData("f.part")]
    [InlineData("f.part.journal")]
    [InlineData("f.part.journal.new")]
    [InlineData("f")]
    public async Task T_FS_3_get_writes_through_no_link(string name)
    {
        await using var it = new HostileFixture();
        // A length that has a journal.
        it.Server.Files.AddSynthetic("/pub/f", 6 * Long);
        File.CreateSymbolicLink(it.Local(name), it.Canary);
        await it.GetAsync("/pub/f", "--overwrite", "--streams", "2");
        it.AssertNothingOutside();
        it.Check(it.ExitCode == 0 || it.Written.Contains("is a link", StringComparison.Ordinal), "It failed, and not for the link.");
        if (it.ExitCode == 0) await AssertRightAsync(it, "/pub/f", "f");
    }

    [Theory]
    [InlineData("f.part")]
    [InlineData("f")]
    public async Task T_FS_3_get_writes_into_no_file_that_has_another_name_elsewhere(string name)
    {
        await using var it = new HostileFixture();
        it.Server.Files.AddSynthetic("/pub/f", Long);
        HardLink(it.Local(name), it.Canary);
        await it.GetAsync("/pub/f", "--overwrite", "--streams", "2");
        it.AssertNothingOutside();
        it.Check(name == "f" ? it.ExitCode == 0 : it.ExitCode == 10 && it.Written.Contains("hard links", StringComparison.Ordinal), "A second name of a file is replaced, or refused.");
    }

    [Theory]
    [InlineData("--overwrite")]
    [InlineData("--overwrite", "--dry-run")]
    public async Task T_FS_3_get_replaces_no_link_to_a_device(params string[] options)
    {
        await using var it = new HostileFixture();
        it.Server.Files.AddSynthetic("/pub/f", 1000);
        File.CreateSymbolicLink(it.Local("f"), "/dev/null");
        await it.GetAsync("/pub/f", options);
        it.AssertSaid(2, "is a link to a device, and only regular files are replaced");
        it.Check(new FileInfo(it.Local("f")).LinkTarget == "/dev/null", "The link is gone.");
        it.Check(it.Retrieved.Count == 0, "It was fetched.");
    }

    /// <summary>A link that exists at the start is removed before anything is written: this one is planted later.</summary>
    [Fact]
    public async Task T_FS_3_get_writes_through_no_link_that_is_laid_at_the_next_journal_s_name_while_it_runs()
    {
        await using var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 12 << 20 } });
        it.Server.Files.AddSynthetic("/pub/f", 12 * Long);
        var run = it.GetAsync("/pub/f", "--streams", "2");
        var laid = 0;
        // Repeatedly: each journal replaces the link. At each block that the server sends, so that a busy machine misses no journal.
        var laying = it.ReachAsync(_ =>
        {
            if (laid < 3 && File.Exists(it.Local("f.part.journal")) && TryLink(it.Local("f.part.journal.new"), it.Canary)) Interlocked.Increment(ref laid);
            return laid >= 3;
        });
        await Task.WhenAny(run, laying);
        await run;
        it.Check(laid >= 3, $"{laid} links were laid.");
        it.AssertNothingOutside();
        it.Check(it.ExitCode == 0, "It had no reason to fail.");
        await AssertRightAsync(it, "/pub/f", "f");
    }

    [Theory]
    [InlineData(".ftpx-mirror")]
    [InlineData(".ftpx-mirror.new")]
    [InlineData(".ftpx-mirror.lock")]
    [InlineData("f.part")]
    [InlineData("f")]
    public async Task T_FS_3_a_mirror_writes_through_no_link(string name)
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd: false));
        it.Serve("/pub/f", "text");
        File.CreateSymbolicLink(it.Local(name), it.Canary);
        await it.MirrorAsync("/pub", "--delete", "--max-delete", "100%", "--yes");
        it.AssertNothingOutside();
        it.Check(name is "f.part" or ".ftpx-mirror.lock" || it.Here.GetValueOrDefault("f") == "text", "The file is not there.");
    }

    [Fact]
    public async Task T_FS_3_a_mirror_goes_into_no_folder_that_is_a_link_and_deletes_nothing_behind_it()
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/sub/f", "evil");
        it.Serve("/pub/good", "good");
        Directory.CreateSymbolicLink(it.Local("sub"), Path.GetDirectoryName(it.Canary)!);
        Directory.CreateSymbolicLink(it.Local("old"), Path.GetDirectoryName(it.Canary)!);
        await it.MirrorAsync("/pub", "--delete", "--max-delete", "100%", "--yes");
        it.AssertSaid(12, "is a link, and ftpx does not write through links");
        it.AssertNothingOutside();
        it.Check(it.Here["good"] == "good", "The other file is not there.");
    }

    [Fact]
    public async Task T_FS_3_a_folder_that_becomes_a_link_while_the_mirror_runs_is_not_written_into()
    {
        await using var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 4 << 20 } });
        it.Server.Files.AddSynthetic("/pub/1", Long);
        it.Serve("/pub/sub/2", "evil");
        var run = it.RunAsync("mirror", it.Server.UrlOf("/pub"), it.Into, "--streams", "1", "--parallel", "1");
        await it.AtAsync(log => log.BytesSentOf("/pub/1") > 0, () =>
        {
            Directory.Delete(it.Local("sub"));
            Directory.CreateSymbolicLink(it.Local("sub"), Path.GetDirectoryName(it.Canary)!);
        });
        await run;
        it.AssertNothingOutside();
        it.AssertSaid(12, "is a link, and ftpx does not write through links");
        await AssertRightAsync(it, "/pub/1", "1");
    }

    [Fact]
    public async Task T_FS_3_a_folder_that_becomes_a_link_while_a_file_is_fetched_into_it_gets_nothing()
    {
        await using var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 16 << 20 } });
        // A length that has a journal.
        it.Server.Files.AddSynthetic("/pub/sub/1", 6 * Long);
        var run = it.RunAsync("mirror", it.Server.UrlOf("/pub"), it.Into, "--streams", "1", "--parallel", "1");
        await it.AtAsync(log => log.BytesSentOf("/pub/sub/1") > Long, () => ReplaceByLink(it));
        await run;
        it.AssertNothingOutside();
        it.Check(it.ExitCode == 10, "It was said to be in place.");
    }

    [Fact]
    public async Task T_FS_3_a_folder_that_becomes_a_link_before_the_deletions_is_not_emptied()
    {
        await using var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 4 << 20 } });
        it.Server.Files.AddSynthetic("/pub/1", Long);
        it.Serve("/pub/sub/2", "two");
        Directory.CreateDirectory(it.Local("sub"));
        await File.WriteAllTextAsync(it.Local("sub/2"), "two");
        File.SetLastWriteTimeUtc(it.Local("sub/2"), LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        await File.WriteAllTextAsync(it.Local("sub/precious"), "untouched");
        var run = it.RunAsync("mirror", it.Server.UrlOf("/pub"), it.Into, "--streams", "1", "--parallel", "1", "--delete", "--max-delete", "100%", "--yes");
        await it.AtAsync(log => log.BytesSentOf("/pub/1") > 0, () => ReplaceByLink(it));
        await run;
        it.AssertNothingOutside();
        it.AssertSaid(12, "was not deleted: a parent folder is now a link");
    }

    private static void ReplaceByLink(HostileFixture it)
    {
        Directory.Move(it.Local("sub"), it.Local("away"));
        Directory.CreateSymbolicLink(it.Local("sub"), Path.GetDirectoryName(it.Canary)!);
    }

    private static async Task AssertRightAsync(HostileFixture it, string path, string name)
    {
        it.Check(await it.Server.Files[path].Content.FirstDifferenceAsync(it.Local(name), CancellationToken.None) is null, $"{name} is not what the server has.");
        it.Check(new FileInfo(it.Local(name)).LinkTarget is null, $"{name} is still a link.");
    }

    // Returns false if the name is in use by now.
    private static bool TryLink(string name, string target)
    {
        try
        {
            File.CreateSymbolicLink(name, target);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static void HardLink(string name, string existing)
    {
        using var made = System.Diagnostics.Process.Start("ln", [existing, name]);
        made.WaitForExit();
        Assert.Equal(0, made.ExitCode);
    }
}
