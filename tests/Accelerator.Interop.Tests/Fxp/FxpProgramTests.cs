namespace Accelerator.Interop.Tests.Fxp;

/// <summary><c>ftpx fxp</c> as a user runs it, between real servers.</summary>
public sealed class FxpProgramTests
{
    private static readonly string[] Tree = ["a name.bin", "ü/한국.bin", "sub/deep/empty.bin", "sub/#1%20.bin", "sub/big.bin"];

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    public Task A_tree_goes_over_whatever_its_names_are_and_the_second_run_sends_nothing(string source, string destination) =>
        CopyTreeAsync(source, destination);

    [ServerFact("proftpd", "pure-ftpd")]
    [Trait("Run", "all")]
    public Task A_tree_goes_over_from_ProFTPD_to_Pure_FTPd_and_the_second_run_sends_nothing() => CopyTreeAsync("proftpd", "pure-ftpd");

    private static async Task CopyTreeAsync(string source, string destination)
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        var hashes = new Dictionary<string, string>();
        int[] lengths = [1000, 1001, 0, 1003, 3 << 20];
        foreach (var (name, length) in Tree.Zip(lengths)) hashes[name] = await from.PutAsync($"out/{name}", length, length, deadline.Token);
        Directory.CreateDirectory(Path.Combine(from.Root, "out", "nothing in it"));

        var preview = await fixture.RunAsync(deadline.Token, "--dry-run", "--json", fixture.From("out/"), fixture.To("arch/"));
        FxpProgramFixture.IsEnd(0, preview);
        Assert.Equal(Tree.Length, FtpxProgram.Lines(preview, "fxp_plan").Count);
        Assert.Equal(4, Assert.Single(FtpxProgram.Lines(preview, "fxp_preview")).GetProperty("new_folders").GetArrayLength());
        Assert.Empty(fixture.Arrived());
        Assert.False(Directory.Exists(Path.Combine(to.Root, FxpServers.Inbox, "arch")));

        FxpProgramFixture.IsEnd(0, await fixture.RunAsync(deadline.Token, fixture.From("out/"), fixture.To("arch/")));
        Assert.Equal(Tree.Select(name => $"arch/{name}").Order(StringComparer.Ordinal), fixture.Arrived());
        foreach (var name in Tree) Assert.Equal(hashes[name], await fixture.HashAsync($"arch/{name}", deadline.Token));
        Assert.False(Directory.Exists(Path.Combine(to.Root, FxpServers.Inbox, "arch", "nothing in it")));

        var again = await fixture.RunAsync(deadline.Token, "--json", "--trace", "trace", fixture.From("out/"), fixture.To("arch/"));
        FxpProgramFixture.IsEnd(0, again);
        var summary = Assert.Single(FtpxProgram.Lines(again, "fxp_result"));
        Assert.Equal([Tree.Length, 0, 0], ((string[])["skipped_files", "copied_files", "failed"]).Select(name => summary.GetProperty(name).GetInt32()));
        Assert.DoesNotContain("> destination: STOR", await File.ReadAllTextAsync(Path.Combine(fixture.Folder, "trace"), deadline.Token));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task Forty_files_of_a_pattern_go_eight_at_once_to_a_server_that_lets_three_in()
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        var three = new ServerOptions { Extra = FxpServers.Allowing("vsftpd"), MaxPerAddress = 3 };
        await using var to = await FxpServers.StartAsync("vsftpd", three, deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        var hashes = new List<string>();
        for (var i = 0; i < 40; i++) hashes.Add(await from.PutAsync($"out/{i:00}.nc", 100_000, i, deadline.Token));
        await from.PutAsync("out/other.txt", 10, 1, deadline.Token);
        var end = await fixture.RunAsync(deadline.Token, "--parallel", "8", fixture.From("out/") + "*.nc", fixture.To(""));
        FxpProgramFixture.IsEnd(0, end);
        Assert.Equal(Enumerable.Range(0, 40).Select(i => $"{i:00}.nc"), fixture.Arrived());
        for (var i = 0; i < 40; i++) Assert.Equal(hashes[i], await fixture.HashAsync($"{i:00}.nc", deadline.Token));
        Assert.Equal(40, to.CountCommands("STOR"));
        Assert.Contains("40 files copied", end.Output);
        Assert.Equal("", end.Error.Contains("fail") ? end.Error : "");
    }

    [ServerFact("proftpd")]
    public async Task What_differs_is_an_error_without_overwrite_and_only_that_file_s()
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        var hash = await from.PutAsync("out/a.bin", 2000, 1, deadline.Token);
        await from.PutAsync("out/b.bin", 2000, 2, deadline.Token);
        await to.PutAsync($"{FxpServers.Inbox}/a.bin", 1000, 3, deadline.Token);
        var end = await fixture.RunAsync(deadline.Token, fixture.From("out/"), fixture.To(""));
        FxpProgramFixture.IsEnd(12, end);
        Assert.Contains("exists already. Give another name, or --overwrite to replace it.", end.Error);
        Assert.Contains("1 file copied", end.Output);
        FxpProgramFixture.IsEnd(2, await fixture.RunAsync(deadline.Token, fixture.From("out/a.bin"), fixture.To("a.bin")));
        FxpProgramFixture.IsEnd(0, await fixture.RunAsync(deadline.Token, "--overwrite", fixture.From("out/"), fixture.To("")));
        Assert.Equal(hash, await fixture.HashAsync("a.bin", deadline.Token));
        FxpProgramFixture.IsEnd(3, await fixture.RunAsync(deadline.Token, fixture.From("out/none.bin"), fixture.To("")));
        FxpProgramFixture.IsEnd(3, await fixture.RunAsync(deadline.Token, fixture.From("out/") + "*.none", fixture.To("")));
        Assert.Equal(["a.bin", "b.bin"], fixture.Arrived());
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_refusal_is_one_sentence_with_the_setting_that_would_help()
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        await from.PutAsync("a.bin", 1000, 1, deadline.Token);
        var end = await fixture.RunAsync(deadline.Token, fixture.From("a.bin"), fixture.To(""));
        FxpProgramFixture.IsEnd(2, end);
        Assert.Contains("500 Illegal PORT command", end.Error);
        Assert.Contains("would set port_promiscuous=YES in vsftpd.conf", end.Error);
        Assert.Empty(fixture.Arrived());
    }

    [ServerFact("proftpd")]
    public async Task Ctrl_C_tells_both_servers_to_stop_and_says_what_is_left()
    {
        using var deadline = GetChecks.Deadline();
        var paced = new ServerOptions { Extra = FxpServers.Allowing("proftpd"), BytesPerSecond = 1 << 20 };
        await using var from = await FxpServers.StartAsync("proftpd", paced, deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        var hash = await from.PutAsync("out/a.bin", 6 << 20, 1, deadline.Token);
        await using (var run = fixture.Start("--json", fixture.From("out/"), fixture.To("")))
        {
            var part = new FileInfo(Path.Combine(to.Root, FxpServers.Inbox, "a.bin.part"));
            while (!part.Exists || part.Length < 1 << 20)
            {
                await Task.Delay(20, deadline.Token);
                part.Refresh();
                Assert.False(run.HasExited);
            }
            await FtpxProgram.InterruptAsync(run, deadline.Token);
            var end = await run.WaitAsync(deadline.Token);
            FxpProgramFixture.IsEnd(130, end);
            Assert.True(Assert.Single(FtpxProgram.Lines(end, "fxp_file")).GetProperty("part_left").GetBoolean());
            var warnings = FtpxProgram.Lines(end, "warning").Select(line => line.GetProperty("message").GetString()!);
            Assert.Contains(warnings, message => message.StartsWith("to continue: ftpx fxp --bind", StringComparison.Ordinal));
        }
        Assert.Equal(1, from.CountCommands("ABOR"));
        Assert.Equal(1, to.CountCommands("ABOR"));
        Assert.Equal(["a.bin.part"], fixture.Arrived());
        var last = await fixture.RunAsync(deadline.Token, "--json", fixture.From("out/"), fixture.To(""));
        FxpProgramFixture.IsEnd(0, last);
        Assert.InRange(Assert.Single(FtpxProgram.Lines(last, "fxp_file")).GetProperty("bytes_reused").GetInt64(), 1 << 20, (6 << 20) - 1);
        Assert.Equal(hash, await fixture.HashAsync("a.bin", deadline.Token));
    }
}
