namespace Accelerator.Interop.Tests.Disks;

/// <summary>Complete files whose final name is refused, and file systems without the usual operations.</summary>
public sealed class RefusedNameTests : RealTests
{
    /// <summary>An immutable target: as a virus scanner's or a policy's refusal, it lasts.</summary>
    [ServerTheory("with-disk")]
    [InlineData(200, 0)]
    [InlineData(40_000_000, 0)]
    [InlineData(40_000_000, 1)]
    public async Task A_complete_file_is_kept_where_its_name_is_refused_and_the_next_run_only_renames_it(int length, int withoutSize)
    {
        await using var disk = await TestDisk.MakeAsync("ext4", 150, Token);
        await using var server = LoopbackServer.Start();
        if (withoutSize == 1)
            foreach (var verb in (string[])["SIZE", "MLST"]) server.Inject(Fault.OnCommand(verb).Reply("500 No."));
        server.Files.AddSynthetic("/file", length);
        await File.WriteAllTextAsync(disk.File("file"), "mine", Token);
        await ChangeAsync("+i");

        string[] words = ["get", "--overwrite", "--streams", "2", "-o", disk.Path, server.UrlOf("/file")];
        var end = (await FtpxProgram.Native.RunAsync("/", password: null, words, Token)).Expect(10);
        Assert.Contains($"The complete download is kept as '{disk.File("file.part")}'.", end.Error, StringComparison.Ordinal);
        Assert.Equal(server.Files.Sha256Of("/file"), await ShaAsync("file.part"), ignoreCase: true);

        await ChangeAsync("-i");
        end = (await FtpxProgram.Native.RunAsync("/", password: null, [.. words, "--json"], Token)).Expect();
        Assert.Equal(server.Files.Sha256Of("/file"), await ShaAsync("file"), ignoreCase: true);
        Assert.False(File.Exists(disk.File("file.part")));
        // Nothing shows that a file of unknown size is still the same.
        var fetched = Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("bytes_fetched").GetInt64();
        if (withoutSize == 0) Assert.InRange(fetched, 0, 200_000);

        async Task ChangeAsync(string attribute) => (await ProgramRun.RunFileAsync("/usr/bin/chattr", "/", [attribute, disk.File("file")], Token)).Expect();

        async Task<string> ShaAsync(string name)
        {
            await using var file = File.OpenRead(disk.File(name));
            return Convert.ToHexString(await System.Security.Cryptography.SHA256.HashDataAsync(file, Token));
        }
    }

    /// <summary>exFAT by FUSE: no hard links, and no rename that replaces nothing.</summary>
    [ServerTheory("with-disk")]
    [InlineData("--streams", "4")]
    [InlineData("--overwrite", "--unbuffered", "off")]
    public async Task A_file_arrives_on_exFAT(params string[] options)
    {
        await using var disk = await TestDisk.MakeAsync("exfat", 200, Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/file", 70_000_000);
        string[] words = ["get", .. options, "-o", disk.Path, server.UrlOf("/file")];
        (await FtpxProgram.Native.RunAsync("/", password: null, words, Token)).Expect();
        await using var file = File.OpenRead(disk.File("file"));
        Assert.Equal(server.Files.Sha256Of("/file"), Convert.ToHexString(await System.Security.Cryptography.SHA256.HashDataAsync(file, Token)), ignoreCase: true);
        Assert.Equal(["file"], Directory.GetFiles(disk.Path).Select(Path.GetFileName));
    }

    [ServerFact("with-disk")]
    public async Task A_file_that_exists_on_exFAT_is_not_replaced_unasked()
    {
        await using var disk = await TestDisk.MakeAsync("exfat", 50, Token);
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/file", 200);
        await File.WriteAllTextAsync(disk.File("file"), "mine", Token);
        string[] words = ["get", "-o", disk.Path, server.UrlOf("/file")];
        Assert.NotEqual(0, (await FtpxProgram.Native.RunAsync("/", password: null, words, Token)).ExitCode);
        Assert.Equal("mine", await File.ReadAllTextAsync(disk.File("file"), Token));
    }
}
