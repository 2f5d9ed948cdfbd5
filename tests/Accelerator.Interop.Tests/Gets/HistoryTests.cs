namespace Accelerator.Interop.Tests.Gets;

/// <summary><c>ftpx history</c> after downloads of the real program.</summary>
public sealed class HistoryTests : RealTests
{
    private const int Files = 8;

    /// <summary>Several programs end at the same time, each with its file; then a mirror adds all of them in one transaction.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd]
    public async Task Programs_that_run_at_once_add_every_file(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        var names = Enumerable.Range(0, Files).Select(number => $"pass/{number}.nc").ToList();
        for (var i = 0; i < Files; i++) await server.PutAsync(names[i], 1000 + i, i, Token);

        var ends = await Task.WhenAll(names.Select(name => RunAsync(server, "get", "--quiet", FtpxProgram.UrlOf(server, name), "-o", "here/")));
        foreach (var end in ends) end.ExpectQuiet();
        (await RunAsync(server, "mirror", "--quiet", FtpxProgram.UrlOf(server, "pass"), "copy")).ExpectQuiet();

        var rows = FtpxProgram.Lines((await RunAsync(server, "history", "--json")).ExpectQuiet(), "transfer");
        Assert.Equal(Enumerable.Repeat("mirror", Files).Concat(Enumerable.Repeat("get", Files)), rows.Select(row => row.GetProperty("command").GetString()));
        Assert.Equal(names.Select(name => $"copy/{Path.GetFileName(name)}").Concat(names.Select(name => $"here/{Path.GetFileName(name)}")),
            rows.Select(row => Path.GetRelativePath(Folder.Path, row.GetProperty("target").GetString()!)).Order(StringComparer.Ordinal));
        Assert.All(rows, row => Assert.DoesNotContain("@", row.GetProperty("source").GetString()));
        Assert.Equal(2 * Enumerable.Range(1000, Files).Sum(), rows.Sum(row => row.GetProperty("bytes_fetched").GetInt32()));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_copy_and_a_mirror_leave_a_row_for_each_file_failures_too()
    {
        await using var from = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        await from.PutAsync("out/a.nc", 1000, 1, Token);
        await from.PutAsync("out/b.nc", 2000, 2, Token);
        using var fixture = new FxpProgramFixture(from, to);
        var environment = new Dictionary<string, string>
        {
            ["FTPX_HISTORY"] = "yes", ["XDG_DATA_HOME"] = Folder.File("data"),
            ["FTPX_SOURCE_PASSWORD"] = from.Password, ["FTPX_DESTINATION_PASSWORD"] = to.Password,
        };
        string[] fxp = ["fxp", "--bind", FxpFixture.ClientAddress.ToString()];
        (await RunAsync(environment, [.. fxp, fixture.From("out/"), fixture.To("")])).Expect();
        (await RunAsync(environment, [.. fxp, fixture.From("out/none.nc"), fixture.To("")])).Expect(3);
        // Nothing is sent for files that the destination has already.
        (await RunAsync(environment, [.. fxp, fixture.From("out/"), fixture.To("")])).Expect();
        (await RunAsync(environment, ["mirror", "--quiet", FtpxProgram.UrlOf(from, "out"), "copy"])).ExpectQuiet();

        var rows = FtpxProgram.Lines((await RunAsync(environment, ["history", "--json"])).ExpectQuiet(), "transfer");
        Assert.Equal(
            ["fxp 3 none.nc", "fxp 0 a.nc", "fxp 0 b.nc", "mirror 0 a.nc", "mirror 0 b.nc"],
            rows.OrderBy(row => row.GetProperty("command").GetString()).ThenByDescending(row => row.GetProperty("exit_code").GetInt32())
                .ThenBy(row => row.GetProperty("target").GetString(), StringComparer.Ordinal)
                .Select(row => $"{row.GetProperty("command").GetString()} {row.GetProperty("exit_code").GetInt32()} {row.GetProperty("target").GetString()!.Split('/')[^1]}"));
        Assert.All(rows, row => Assert.DoesNotContain("@", row.GetProperty("source").GetString()));
    }

    private async Task<ProgramEnd> RunAsync(Dictionary<string, string> environment, IEnumerable<string> words)
    {
        await using var run = FtpxProgram.Native.Start(Folder.Path, environment, words);
        return await run.WaitAsync(Token);
    }

    private async Task<ProgramEnd> RunAsync(FtpServerProcess server, params string[] words)
    {
        var environment = new Dictionary<string, string> { ["FTPX_HISTORY"] = "yes", ["XDG_DATA_HOME"] = Folder.File("data") };
        if (server is not VsftpdServer) environment["FTPX_PASSWORD"] = server.Password;
        await using var run = FtpxProgram.Native.Start(Folder.Path, environment, words);
        return await run.WaitAsync(Token);
    }
}
