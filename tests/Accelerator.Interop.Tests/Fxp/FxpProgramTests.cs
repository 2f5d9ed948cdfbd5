using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary><c>ftpx fxp</c> as a user runs it, between real servers.</summary>
[Trait("Group", "fxp")]
public sealed class FxpProgramTests
{
    private static readonly string[] Tree = ["a name.bin", "ü/한국.bin", "sub/deep/empty.bin", "sub/#1%20.bin", "sub/big.bin"];

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    public async Task A_tree_goes_over_whatever_its_names_are_and_the_second_run_sends_nothing(string source, string destination)
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        var hashes = new Dictionary<string, string>();
        foreach (var (name, i) in Tree.Select((name, i) => (name, i))) hashes[name] = await from.PutAsync($"out/{name}", name.Contains("empty") ? 0 : i == 4 ? 3 << 20 : 1000 + i, i, deadline.Token);
        Directory.CreateDirectory(Path.Combine(from.Root, "out", "nothing in it"));

        var preview = await bench.RunAsync(deadline.Token, "--dry-run", "--json", bench.From("out/"), bench.To("arch/"));
        FxpProgramBench.IsEnd(0, preview);
        Assert.Equal(Tree.Length, FtpxProgram.Lines(preview, "fxp_plan").Count);
        Assert.Equal(4, Assert.Single(FtpxProgram.Lines(preview, "fxp_preview")).GetProperty("new_folders").GetArrayLength());
        Assert.Empty(bench.Arrived());
        Assert.False(Directory.Exists(Path.Combine(to.Root, FxpServers.Inbox, "arch")));

        FxpProgramBench.IsEnd(0, await bench.RunAsync(deadline.Token, bench.From("out/"), bench.To("arch/")));
        Assert.Equal(Tree.Select(name => $"arch/{name}").Order(StringComparer.Ordinal), bench.Arrived());
        foreach (var name in Tree) Assert.Equal(hashes[name], await bench.HashAsync($"arch/{name}", deadline.Token));
        Assert.False(Directory.Exists(Path.Combine(to.Root, FxpServers.Inbox, "arch", "nothing in it")));

        var again = await bench.RunAsync(deadline.Token, "--json", "--trace", "trace", bench.From("out/"), bench.To("arch/"));
        FxpProgramBench.IsEnd(0, again);
        var summary = Assert.Single(FtpxProgram.Lines(again, "fxp_result"));
        Assert.Equal((Tree.Length, 0, 0), (summary.GetProperty("skipped_files").GetInt32(), summary.GetProperty("copied_files").GetInt32(), summary.GetProperty("failed").GetInt32()));
        Assert.DoesNotContain("> destination: STOR", await File.ReadAllTextAsync(Path.Combine(bench.Folder, "trace"), deadline.Token));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task Forty_files_of_a_pattern_go_eight_at_once_to_a_server_that_lets_three_in()
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", new ServerOptions { Extra = FxpServers.Allowing("vsftpd"), MaxPerAddress = 3 }, deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        var hashes = new List<string>();
        for (var i = 0; i < 40; i++) hashes.Add(await from.PutAsync($"out/{i:00}.nc", 100_000, i, deadline.Token));
        await from.PutAsync("out/other.txt", 10, 1, deadline.Token);
        var end = await bench.RunAsync(deadline.Token, "--parallel", "8", bench.From("out/") + "*.nc", bench.To(""));
        FxpProgramBench.IsEnd(0, end);
        Assert.Equal(Enumerable.Range(0, 40).Select(i => $"{i:00}.nc"), bench.Arrived());
        for (var i = 0; i < 40; i++) Assert.Equal(hashes[i], await bench.HashAsync($"{i:00}.nc", deadline.Token));
        Assert.Equal(40, to.CountCommands("STOR"));
        Assert.Contains("40 files copied", end.Output);
        Assert.Equal("", end.Error.Contains("fail") ? end.Error : "");
    }

    [ServerFact("proftpd")]
    public async Task What_differs_is_an_error_without_overwrite_and_only_that_file_s()
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        var hash = await from.PutAsync("out/a.bin", 2000, 1, deadline.Token);
        await from.PutAsync("out/b.bin", 2000, 2, deadline.Token);
        await to.PutAsync($"{FxpServers.Inbox}/a.bin", 1000, 3, deadline.Token);
        var end = await bench.RunAsync(deadline.Token, bench.From("out/"), bench.To(""));
        FxpProgramBench.IsEnd(12, end);
        Assert.Contains("exists already. Give another name, or --overwrite to replace it.", end.Error);
        Assert.Contains("1 file copied", end.Output);
        FxpProgramBench.IsEnd(2, await bench.RunAsync(deadline.Token, bench.From("out/a.bin"), bench.To("a.bin")));
        FxpProgramBench.IsEnd(0, await bench.RunAsync(deadline.Token, "--overwrite", bench.From("out/"), bench.To("")));
        Assert.Equal(hash, await bench.HashAsync("a.bin", deadline.Token));
        FxpProgramBench.IsEnd(3, await bench.RunAsync(deadline.Token, bench.From("out/none.bin"), bench.To("")));
        FxpProgramBench.IsEnd(3, await bench.RunAsync(deadline.Token, bench.From("out/") + "*.none", bench.To("")));
        Assert.Equal(["a.bin", "b.bin"], bench.Arrived());
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_refusal_is_one_sentence_with_the_setting_that_would_help()
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        await from.PutAsync("a.bin", 1000, 1, deadline.Token);
        var end = await bench.RunAsync(deadline.Token, bench.From("a.bin"), bench.To(""));
        FxpProgramBench.IsEnd(2, end);
        Assert.Contains("500 Illegal PORT command", end.Error);
        Assert.Contains("would set port_promiscuous=YES in vsftpd.conf", end.Error);
        Assert.Empty(bench.Arrived());
    }

    [ServerFact("proftpd")]
    public async Task Ctrl_C_tells_both_servers_to_stop_and_says_what_is_left()
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync("proftpd", new ServerOptions { Extra = FxpServers.Allowing("proftpd"), BytesPerSecond = 1 << 20 }, deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        var hash = await from.PutAsync("out/a.bin", 6 << 20, 1, deadline.Token);
        await using (var run = bench.Start("--json", bench.From("out/"), bench.To("")))
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
            FxpProgramBench.IsEnd(130, end);
            Assert.True(Assert.Single(FtpxProgram.Lines(end, "fxp_file")).GetProperty("part_left").GetBoolean());
            Assert.Contains(FtpxProgram.Lines(end, "warning"), line => line.GetProperty("message").GetString()!.StartsWith("to continue: ftpx fxp --bind", StringComparison.Ordinal));
        }
        Assert.Equal(1, from.CountCommands("ABOR"));
        Assert.Equal(1, to.CountCommands("ABOR"));
        Assert.Equal(["a.bin.part"], bench.Arrived());
        var last = await bench.RunAsync(deadline.Token, "--json", bench.From("out/"), bench.To(""));
        FxpProgramBench.IsEnd(0, last);
        Assert.InRange(Assert.Single(FtpxProgram.Lines(last, "fxp_file")).GetProperty("bytes_reused").GetInt64(), 1 << 20, (6 << 20) - 1);
        Assert.Equal(hash, await bench.HashAsync("a.bin", deadline.Token));
    }
}
