using Accelerator.Interop.Tests.Probes;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>Behaviour that only the executable for Windows has, or that uses Windows calls.</summary>
public sealed class WineProgramTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("wine")]
    public async Task Selftest_finds_that_the_installation_works()
    {
        var end = (await wine.Shipped.RunAsync(Folder.Path, null, ["selftest"], Token)).ExpectQuiet();
        var lines = end.Output.Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal("This installation works.", lines[^1]);
        Assert.All(lines[..^1], line => Assert.StartsWith("ok ", line));
        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder.Path));
    }

    [ServerFact("vsftpd", "wine")]
    public async Task Probe_finds_what_a_server_can_do() =>
        await new ProbeChecks(wine.Shipped).FindsAsync(await VsftpdServer.StartAsync(ProbeChecks.Capped, CancellationToken.None), "vsFTPd", "426", rang: "absent");

    // FILE_FLAG_NO_BUFFERING, FSCTL_SET_SPARSE and the sector's size, asked for. A length that ends inside a sector is the hard one.
    [ServerFact("vsftpd", "wine")]
    public async Task A_file_written_without_the_page_cache_is_complete()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big + 12345, Token);
        var end = await wine.Shipped.GetAsync(server, Folder, ["--unbuffered", "on", "--quiet", "--streams", "8", FtpxProgram.UrlOf(server, "big.bin")], Token);
        Assert.Equal(new ProgramEnd(0, "", ""), end);
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    // On Windows a scanner or an indexer holds files like this. Here it is the --trace file of another run, which blocks a rename over it.
    [ServerFact("vsftpd", "wine")]
    public async Task A_target_held_open_by_another_program_is_replaced_once_it_is_released()
    {
        // The holder, which is killed, would need minutes: longer than Wine needs on a busy machine to start the other program.
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 256 << 10 }, Token);
        await GetChecks.PutAsync(server, "slow.bin", GetChecks.Big, Token);
        var hash = await GetChecks.PutAsync(server, "small.bin", 1000, Token);
        await using var holder = wine.Shipped.Start(Folder.Path, null, "get", "--streams", "1", "--trace", "taken", FtpxProgram.UrlOf(server, "slow.bin"));
        await UntilAsync(() => File.Exists(Folder.File("slow.bin.part")), Token);

        await using var run = wine.Shipped.Start(Folder.Path, null, "get", "--quiet", "--overwrite", "--output", "taken", FtpxProgram.UrlOf(server, "small.bin"));
        await UntilAsync(() => new FileInfo(Folder.File("taken.part")) is { Exists: true, Length: 1000 }, Token);
        // Wait long enough to see that nothing happens: the rename is retried until the holder releases the file.
        await Task.Delay(TimeSpan.FromSeconds(2), Token);
        Assert.False(run.HasExited);
        Assert.Contains("RETR slow.bin", await File.ReadAllTextAsync(Folder.File("taken"), Token));

        await holder.KillAsync(wholeTree: false);
        Assert.Equal(new ProgramEnd(0, "", ""), await run.WaitAsync(Token));
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("taken"), Token));
    }

    [ServerFact("vsftpd", "wine")]
    public async Task A_file_that_came_into_being_meanwhile_is_left_alone()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 128 << 10 }, Token);
        await GetChecks.PutAsync(server, "a.bin", 2 << 20, Token);
        await using var run = wine.Shipped.Start(Folder.Path, null, "get", "--quiet", "--streams", "1", FtpxProgram.UrlOf(server, "a.bin"));
        await UntilAsync(() => File.Exists(Folder.File("a.bin.part")), Token);
        await File.WriteAllTextAsync(Folder.File("a.bin"), "mine", Token);

        var end = await run.WaitAsync(Token);
        Assert.Equal((2, ""), (end.ExitCode, end.Output));
        Assert.Contains("exists and was not replaced; the complete download is kept", Assert.Single(end.Error.Split("\r\n", StringSplitOptions.RemoveEmptyEntries)));
        Assert.Equal("mine", await File.ReadAllTextAsync(Folder.File("a.bin"), Token));
        Assert.Equal(2 << 20, new FileInfo(Folder.File("a.bin.part")).Length);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task A_path_longer_than_260_characters_is_as_good_as_any()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await GetChecks.PutAsync(server, "a.bin", 1000, Token);
        var deep = Directory.CreateDirectory(Path.Combine(Folder.Path, new string('a', 120), new string('b', 120), new string('c', 120))).FullName;
        var target = Path.Combine(deep, "a.bin");
        foreach (string[] words in (string[][])[[], ["--overwrite"]])
        {
            var end = await wine.Shipped.GetAsync(server, Folder, [.. words, "--quiet", "--output", WineSession.PathOf(target), FtpxProgram.UrlOf(server, "a.bin")], Token);
            Assert.Equal(new ProgramEnd(0, "", ""), end);
        }
        Assert.Equal(hash, await RandomFile.HashAsync(target, Token));
        Assert.Equal(["a.bin"], Directory.EnumerateFileSystemEntries(deep).Select(entry => Path.GetFileName(entry)));
    }

    private static async Task UntilAsync(Func<bool> happened, CancellationToken cancellationToken)
    {
        while (!happened()) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
    }
}
