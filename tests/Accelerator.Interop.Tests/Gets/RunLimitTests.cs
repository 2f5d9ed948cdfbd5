namespace Accelerator.Interop.Tests.Gets;

/// <summary>Commands after files, limits of a run, and a server that dies, with real servers.</summary>
public sealed class RunLimitTests : RealTests
{
    [ServerFact("vsftpd")]
    public async Task Each_file_has_its_command_and_a_missing_one_that_for_failures()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        var hashes = new List<string>();
        for (var i = 0; i < 5; i++) hashes.Add(await server.PutAsync($"out/{i} a.nc", 10_000 + i, i, Token));
        Directory.CreateDirectory(Folder.File("done"));
        string[] urls = [FtpxProgram.UrlOf(server, "out/") + "*.nc", FtpxProgram.UrlOf(server, "out/missing.nc")];
        var end = await FtpxProgram.Native.GetAsync(
            server, Folder, [.. urls, "-o", "here/", "--on-complete", "mv {path} done/", "--on-error", "touch {name}.failed"], Token);
        end.Expect(12);
        for (var i = 0; i < 5; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(Folder.File($"done/{i} a.nc"), Token));
        Assert.Empty(Directory.GetFiles(Folder.File("here")));
        Assert.True(File.Exists(Folder.File("missing.nc.failed")), end.Error);

        // The shell has the facts of the file; a command that fails is an exit code of its own.
        end = await FtpxProgram.Native.GetAsync(
            server, Folder, [urls[0], "--shell", "--on-complete", "test $(stat -c %s \"$FTPX_FILE\") = $FTPX_BYTES || exit 3"], Token);
        end.Expect();
        end = await FtpxProgram.Native.GetAsync(server, Folder, ["--overwrite", "--on-complete", "false", urls[0]], Token);
        end.Expect(18);
    }

    [ServerFact("pyftpdlib")]
    public async Task A_run_ends_at_its_time_and_the_same_command_resumes()
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, Token);
        var hash = await server.PutAsync("big.bin", 48 << 20, 1, Token);
        string[] words = ["--streams", "2", FtpxProgram.UrlOf(server, "big.bin")];
        var end = await FtpxProgram.Native.GetAsync(server, Folder, ["--max-time", "3s", .. words], Token);
        end.Expect(19);
        Assert.False(File.Exists(Folder.File("big.bin")));
        await server.RestartAsync(() => Task.CompletedTask, new ServerOptions(), Token);
        (await FtpxProgram.Native.GetAsync(server, Folder, words, Token)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    /// <summary>The time of the day has minutes: the run lasts up to one.</summary>
    [ServerFact("pyftpdlib")]
    [Trait("Run", "all")]
    public async Task A_run_ends_at_a_time_of_the_day()
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = 64 << 10 }, Token);
        await server.PutAsync("big.bin", 48 << 20, 1, Token);
        var next = DateTime.Now.AddSeconds(70).ToString("HH:mm", CultureInfo.InvariantCulture);
        var end = await FtpxProgram.Native.GetAsync(server, Folder, ["--streams", "2", "--stop-at", next, FtpxProgram.UrlOf(server, "big.bin")], Token);
        end.Expect(19);
    }

    [ServerFact("vsftpd")]
    public async Task A_timetable_holds_the_rate_and_a_changed_file_lifts_it()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await server.PutAsync("big.bin", 64 << 20, 1, Token);
        var url = FtpxProgram.UrlOf(server, "big.bin");
        // At every hour: 64 KiB/s, at which the file takes 17 minutes. Four seconds of it show the rate.
        string[] slow = ["--json", "--quiet", "--limit-rate", "00:00-12:00=64K,12:00-24:00=64K,else=unlimited", "--max-time", "4s", "--streams", "2"];
        var end = (await FtpxProgram.Native.GetAsync(server, Folder, [.. slow, url], Token)).Expect(19);
        var result = Assert.Single(FtpxProgram.Lines(end, "result"));
        var (bytes, seconds) = (result.GetProperty("bytes_fetched").GetInt64(), result.GetProperty("elapsed_seconds").GetDouble());
        Assert.InRange(bytes, 0, (1 << 20) + (64 << 10) * seconds);

        await File.WriteAllTextAsync(Folder.File("rate"), "64K\n", Token);
        await using var run = FtpxProgram.Native.Start(Folder.Path, null, "get", "--limit-rate", "@rate", "--streams", "2", url);
        await WaitUntilAsync(() => File.Exists(Folder.File("big.bin.part")), run);
        await File.WriteAllTextAsync(Folder.File("rate"), "else=unlimited\n", Token);
        (await run.WaitAsync(Token)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    /// <summary>The sessions of a dead server still count as open while its first new connection is refused.</summary>
    [ServerTheory]
    [Vsftpd, Pyftpdlib]
    public async Task A_server_that_is_killed_is_unreachable_and_has_no_limit(ServerKind kind)
    {
        // Half a minute for eight streams: all of them are to be there before the file is.
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = 256 << 10 }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        string[] words = ["--streams", "8", "--retries", "2", "--retry-wait", "0.1s", FtpxProgram.UrlOf(server, "big.bin")];
        var environment = new Dictionary<string, string> { ["XDG_STATE_HOME"] = Folder.File("state") };
        if (server is not VsftpdServer) environment["FTPX_PASSWORD"] = server.Password;
        await using (var run = FtpxProgram.Native.Start(Folder.Path, environment, ["get", "--json", .. words]))
        {
            await WaitUntilAsync(() => server.CountCommands("RETR") >= 8, run);
            await server.RestartAsync(async () =>
            {
                var end = (await run.WaitAsync(Token)).Expect(5);
                Assert.DoesNotContain("allows only", end.Output + end.Error);
                Assert.Contains("Connection refused", Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("message").GetString());
            }, new ServerOptions(), Token);
        }
        // No ceiling was stored for the site: eight streams are open again at once.
        await using var again = FtpxProgram.Native.Start(Folder.Path, environment, ["get", "--json", .. words]);
        var last = (await again.WaitAsync(Token)).Expect();
        Assert.DoesNotContain("allows only", last.Output + last.Error);
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("big.bin"), Token));
    }

    private async Task WaitUntilAsync(Func<bool> isTrue, ProgramRun run)
    {
        while (!isTrue())
        {
            Assert.False(run.HasExited);
            await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
        }
    }
}
