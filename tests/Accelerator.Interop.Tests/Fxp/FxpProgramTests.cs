namespace Accelerator.Interop.Tests.Fxp;

/// <summary><c>ftpx fxp</c> as a user runs it, between real servers.</summary>
public sealed class FxpProgramTests : FxpTests
{
    private static readonly string[] Tree = ["a name.bin", "ü/한국.bin", "sub/deep/empty.bin", "sub/#1%20.bin", "sub/big.bin"];

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    public Task A_tree_with_odd_names_is_copied_and_the_second_run_sends_nothing(string source, string destination) =>
        CopyTreeAsync(source, destination);

    [ServerFact("proftpd", "pure-ftpd")]
    [Trait("Run", "all")]
    public Task A_tree_is_copied_from_ProFTPD_to_Pure_FTPd_and_the_second_run_sends_nothing() => CopyTreeAsync("proftpd", "pure-ftpd");

    private async Task CopyTreeAsync(string source, string destination)
    {
        await StartAsync(source, destination);
        using var fixture = new FxpProgramFixture(From, To);
        var hashes = new Dictionary<string, string>();
        int[] lengths = [1000, 1001, 0, 1003, 3 << 20];
        foreach (var (name, length) in Tree.Zip(lengths)) hashes[name] = await From.PutAsync($"out/{name}", length, length, Token);
        Directory.CreateDirectory(Path.Combine(From.Root, "out", "nothing in it"));

        var preview = (await fixture.RunAsync(Token, "--dry-run", "--json", fixture.From("out/"), fixture.To("arch/"))).Expect();
        Assert.Equal(Tree.Length, FtpxProgram.Lines(preview, "fxp_plan").Count);
        Assert.Equal(4, Assert.Single(FtpxProgram.Lines(preview, "fxp_preview")).GetProperty("new_folders").GetArrayLength());
        Assert.Empty(fixture.Arrived());
        Assert.False(Directory.Exists(Path.Combine(To.Root, FxpServers.Inbox, "arch")));

        (await fixture.RunAsync(Token, fixture.From("out/"), fixture.To("arch/"))).Expect();
        Assert.Equal(Tree.Select(name => $"arch/{name}").Order(StringComparer.Ordinal), fixture.Arrived());
        foreach (var name in Tree) Assert.Equal(hashes[name], await fixture.HashAsync($"arch/{name}", Token));
        Assert.False(Directory.Exists(Path.Combine(To.Root, FxpServers.Inbox, "arch", "nothing in it")));

        var again = (await fixture.RunAsync(Token, "--json", "--trace", "trace", fixture.From("out/"), fixture.To("arch/"))).Expect();
        var summary = Assert.Single(FtpxProgram.Lines(again, "fxp_result"));
        Assert.Equal([Tree.Length, 0, 0], ((string[])["skipped_files", "copied_files", "failed"]).Select(name => summary.GetProperty(name).GetInt32()));
        Assert.DoesNotContain("> destination: STOR", await File.ReadAllTextAsync(Path.Combine(fixture.Folder, "trace"), Token));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task Forty_files_of_a_pattern_are_copied_eight_at_once_to_a_server_limited_to_three_sessions()
    {
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        var three = new ServerOptions { Extra = FxpServers.Allowing("vsftpd"), MaxPerAddress = 3 };
        await using var to = await FxpServers.StartAsync("vsftpd", three, Token);
        using var fixture = new FxpProgramFixture(from, to);
        var hashes = new List<string>();
        for (var i = 0; i < 40; i++) hashes.Add(await from.PutAsync($"out/{i:00}.nc", 100_000, i, Token));
        await from.PutAsync("out/other.txt", 10, 1, Token);
        var end = (await fixture.RunAsync(Token, "--parallel", "8", fixture.From("out/") + "*.nc", fixture.To(""))).Expect();
        Assert.Equal(Enumerable.Range(0, 40).Select(i => $"{i:00}.nc"), fixture.Arrived());
        for (var i = 0; i < 40; i++) Assert.Equal(hashes[i], await fixture.HashAsync($"{i:00}.nc", Token));
        Assert.Equal(40, to.CountCommands("STOR"));
        Assert.Contains("40 files copied", end.Output);
        Assert.Equal("", end.Error.Contains("fail") ? end.Error : "");
    }

    [ServerFact("proftpd")]
    public async Task Without_overwrite_a_different_file_is_an_error_of_that_file_only()
    {
        await StartAsync("proftpd", "proftpd");
        using var fixture = new FxpProgramFixture(From, To);
        var hash = await From.PutAsync("out/a.bin", 2000, 1, Token);
        await From.PutAsync("out/b.bin", 2000, 2, Token);
        await To.PutAsync($"{FxpServers.Inbox}/a.bin", 1000, 3, Token);
        var end = (await fixture.RunAsync(Token, fixture.From("out/"), fixture.To(""))).Expect(12);
        Assert.Contains("exists already. Give another name, or --overwrite to replace it.", end.Error);
        Assert.Contains("1 file copied", end.Output);
        (await fixture.RunAsync(Token, fixture.From("out/a.bin"), fixture.To("a.bin"))).Expect(2);
        (await fixture.RunAsync(Token, "--overwrite", fixture.From("out/"), fixture.To(""))).Expect();
        Assert.Equal(hash, await fixture.HashAsync("a.bin", Token));
        (await fixture.RunAsync(Token, fixture.From("out/none.bin"), fixture.To(""))).Expect(3);
        (await fixture.RunAsync(Token, fixture.From("out/") + "*.none", fixture.To(""))).Expect(3);
        Assert.Equal(["a.bin", "b.bin"], fixture.Arrived());
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_refusal_gives_one_message_with_the_setting_that_helps()
    {
        await StartAsync("vsftpd", "vsftpd", from: [], to: []);
        using var fixture = new FxpProgramFixture(From, To);
        await From.PutAsync("a.bin", 1000, 1, Token);
        var end = (await fixture.RunAsync(Token, fixture.From("a.bin"), fixture.To(""))).Expect(2);
        Assert.Contains("500 Illegal PORT command", end.Error);
        Assert.Contains("would set port_promiscuous=YES in vsftpd.conf", end.Error);
        Assert.Empty(fixture.Arrived());
    }

    [ServerFact("proftpd")]
    public async Task Ctrl_C_stops_both_servers_and_reports_the_partial_file()
    {
        var paced = new ServerOptions { Extra = FxpServers.Allowing("proftpd"), BytesPerSecond = 1 << 20 };
        await using var from = await FxpServers.StartAsync("proftpd", paced, Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        using var fixture = new FxpProgramFixture(from, to);
        // Twelve seconds: on a busy machine Ctrl-C comes late.
        var hash = await from.PutAsync("out/a.bin", 12 << 20, 1, Token);
        await using (var run = fixture.Start("--json", fixture.From("out/"), fixture.To("")))
        {
            var part = new FileInfo(Path.Combine(to.Root, FxpServers.Inbox, "a.bin.part"));
            while (!part.Exists || part.Length < 1 << 20)
            {
                await Task.Delay(20, Token);
                part.Refresh();
                Assert.False(run.HasExited);
            }
            await FtpxProgram.InterruptAsync(run, Token);
            var end = (await run.WaitAsync(Token)).Expect(130);
            Assert.True(Assert.Single(FtpxProgram.Lines(end, "fxp_file")).GetProperty("part_left").GetBoolean());
            var warnings = FtpxProgram.Lines(end, "warning").Select(line => line.GetProperty("message").GetString()!);
            Assert.Contains(warnings, message => message.StartsWith("to continue, run: ftpx fxp --bind", StringComparison.Ordinal));
        }
        // The server that receives ABOR first closes the data connection. That ends the transfer at the other server, which then needs no
        // ABOR if its own was not yet sent.
        while (from.CountCommands("ABOR") + to.CountCommands("ABOR") == 0) await Task.Delay(20, Token);
        Assert.InRange(from.CountCommands("ABOR"), 0, 1);
        Assert.InRange(to.CountCommands("ABOR"), 0, 1);
        Assert.Equal(["a.bin.part"], fixture.Arrived());
        var last = (await fixture.RunAsync(Token, "--json", fixture.From("out/"), fixture.To(""))).Expect();
        Assert.InRange(Assert.Single(FtpxProgram.Lines(last, "fxp_file")).GetProperty("bytes_reused").GetInt64(), 1 << 20, (12 << 20) - 1);
        Assert.Equal(hash, await fixture.HashAsync("a.bin", Token));
    }
}
