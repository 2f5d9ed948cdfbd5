using Accelerator.Interop.Tests.Probes;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>What only the executable for Windows does, or does by calls of Windows.</summary>
public sealed class WineProgramTests(WineFixture wine) : IClassFixture<WineFixture>
{
    [ServerFact("wine")]
    public async Task Selftest_finds_that_the_installation_works()
    {
        using var deadline = HangGuard.Start();
        using var folder = new TempFolder();
        var end = await wine.Shipped.RunAsync(folder.Path, null, ["selftest"], deadline.Token);
        Assert.Equal((0, ""), (end.ExitCode, end.Error));
        var lines = end.Output.Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal("This installation works.", lines[^1]);
        Assert.All(lines[..^1], line => Assert.StartsWith("ok ", line));
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    [ServerFact("vsftpd", "wine")]
    public async Task Probe_finds_what_a_server_can_do() =>
        await new ProbeChecks(wine.Shipped).FindsAsync(await VsftpdServer.StartAsync(ProbeChecks.Capped, CancellationToken.None), "vsFTPd", "426", rang: "absent");

    // FILE_FLAG_NO_BUFFERING, FSCTL_SET_SPARSE and the sector's size, asked for. A length that ends inside a sector is the hard one.
    [ServerFact("vsftpd", "wine")]
    public async Task A_file_written_past_the_page_cache_is_whole()
    {
        using var deadline = HangGuard.Start();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big + 12345, deadline.Token);
        using var folder = new TempFolder();
        var end = await wine.Shipped.GetAsync(server, folder, ["--unbuffered", "on", "--quiet", "--streams", "8", FtpxProgram.UrlOf(server, "big.bin")], deadline.Token);
        Assert.Equal(new ProgramEnd(0, "", ""), end);
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("big.bin"), deadline.Token));
    }

    // On Windows a scanner or an indexer does that; here another run's --trace, which lets nobody rename over its file.
    [ServerFact("vsftpd", "wine")]
    public async Task A_target_that_another_program_holds_is_replaced_when_it_lets_go()
    {
        using var deadline = HangGuard.Start();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, deadline.Token);
        await GetChecks.PutAsync(server, "slow.bin", GetChecks.Big, deadline.Token);
        var hash = await GetChecks.PutAsync(server, "small.bin", 1000, deadline.Token);
        using var folder = new TempFolder();
        await using var holder = wine.Shipped.Start(folder.Path, null, "get", "--streams", "1", "--trace", "taken", FtpxProgram.UrlOf(server, "slow.bin"));
        await UntilAsync(() => File.Exists(folder.File("slow.bin.part")), deadline.Token);

        await using var run = wine.Shipped.Start(folder.Path, null, "get", "--quiet", "--overwrite", "--output", "taken", FtpxProgram.UrlOf(server, "small.bin"));
        await UntilAsync(() => new FileInfo(folder.File("taken.part")) is { Exists: true, Length: 1000 }, deadline.Token);
        // That nothing happens takes time to see: the rename is tried again until the holder lets go of the name.
        await Task.Delay(TimeSpan.FromSeconds(2), deadline.Token);
        Assert.False(run.HasExited);
        Assert.Contains("RETR slow.bin", await File.ReadAllTextAsync(folder.File("taken"), deadline.Token));

        await holder.KillAsync(wholeTree: false);
        Assert.Equal(new ProgramEnd(0, "", ""), await run.WaitAsync(deadline.Token));
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("taken"), deadline.Token));
    }

    [ServerFact("vsftpd", "wine")]
    public async Task A_file_that_came_into_being_meanwhile_is_left_alone()
    {
        using var deadline = HangGuard.Start();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, deadline.Token);
        await GetChecks.PutAsync(server, "a.bin", 2 << 20, deadline.Token);
        using var folder = new TempFolder();
        await using var run = wine.Shipped.Start(folder.Path, null, "get", "--quiet", "--streams", "1", FtpxProgram.UrlOf(server, "a.bin"));
        await UntilAsync(() => File.Exists(folder.File("a.bin.part")), deadline.Token);
        await File.WriteAllTextAsync(folder.File("a.bin"), "mine", deadline.Token);

        var end = await run.WaitAsync(deadline.Token);
        Assert.Equal((2, ""), (end.ExitCode, end.Output));
        Assert.Contains("exists and was not replaced; the complete download is kept", Assert.Single(end.Error.Split("\r\n", StringSplitOptions.RemoveEmptyEntries)));
        Assert.Equal("mine", await File.ReadAllTextAsync(folder.File("a.bin"), deadline.Token));
        Assert.Equal(2 << 20, new FileInfo(folder.File("a.bin.part")).Length);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task A_path_longer_than_260_characters_is_as_good_as_any()
    {
        using var deadline = HangGuard.Start();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var hash = await GetChecks.PutAsync(server, "a.bin", 1000, deadline.Token);
        using var folder = new TempFolder();
        var deep = Directory.CreateDirectory(Path.Combine(folder.Path, new string('a', 120), new string('b', 120), new string('c', 120))).FullName;
        var target = Path.Combine(deep, "a.bin");
        foreach (string[] words in (string[][])[[], ["--overwrite"]])
        {
            var end = await wine.Shipped.GetAsync(server, folder, [.. words, "--quiet", "--output", WineSession.PathOf(target), FtpxProgram.UrlOf(server, "a.bin")], deadline.Token);
            Assert.Equal(new ProgramEnd(0, "", ""), end);
        }
        Assert.Equal(hash, await RandomFile.HashAsync(target, deadline.Token));
        Assert.Equal(["a.bin"], Directory.EnumerateFileSystemEntries(deep).Select(entry => Path.GetFileName(entry)));
    }

    private static async Task UntilAsync(Func<bool> happened, CancellationToken cancellationToken)
    {
        while (!happened()) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
    }
}
