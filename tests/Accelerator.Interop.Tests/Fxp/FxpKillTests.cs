using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Kill -9 at any moment, and again: the servers may go on with what they were told, and the destination is right all the same.</summary>
[Trait("Group", "fxp")]
public sealed class FxpKillTests
{
    private const int Kills = 10;
    private const int Length = 3 << 19;
    private const int BytesPerSecond = 1 << 20;

    private static readonly string[] Names = ["a.bin", "b.bin", "c.bin"];

    // About the time of a whole run, its start included.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", 1)]
    [InlineData("proftpd", 2)]
    [InlineData("pure-ftpd", 3)]
    public async Task A_copy_that_was_killed_is_right_after_the_next_run(string kind, int seed)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(6));
        await using var from = await FxpServers.StartAsync(kind, new ServerOptions { Extra = FxpServers.Allowing(kind), BytesPerSecond = BytesPerSecond }, deadline.Token);
        await using var to = await FxpServers.StartAsync(kind, FxpServers.Allowing(kind), deadline.Token);
        using var bench = new FxpProgramBench(from, to);
        var random = new Random(seed);
        var left = 0;
        for (var kill = 0; kill < Kills; kill++)
        {
            var hashes = new List<string>();
            foreach (var name in Names) hashes.Add(await ReplaceAsync(from, name, random.Next(), deadline.Token));
            var moment = TimeSpan.FromMilliseconds((Longest.TotalMilliseconds * kill / Kills) + random.Next(300));
            await using (var run = bench.Start("--overwrite", bench.From("out/"), bench.To("")))
            {
                await Task.Delay(moment, deadline.Token);
                await run.KillAsync(wholeTree: false);
            }
            left += bench.Arrived().Count(name => name.EndsWith(".part", StringComparison.Ordinal));

            var end = await bench.RunAsync(deadline.Token, "--overwrite", bench.From("out/"), bench.To(""));
            FxpProgramBench.IsEnd(0, end);
            for (var i = 0; i < Names.Length; i++)
                Assert.True(hashes[i] == await bench.HashAsync(Names[i], deadline.Token), $"{Names[i]} is not what it should be after kill {kill} at {moment.TotalMilliseconds:0} ms.\n{end.Output}\n{end.Error}");
            Assert.Equal(Names, bench.Arrived());
        }
        Assert.True(left > 0, "No kill has met a transfer.");
        // What the servers went on with has ended by now, and has changed nothing.
        await Task.Delay(TimeSpan.FromSeconds(Length / BytesPerSecond) * 2, deadline.Token);
        Assert.Equal(Names, bench.Arrived());
    }

    // A server that sends the old file goes on with the old file. The new one is of the next second, so that the copy of the old one is older by the servers' words.
    private static async Task<string> ReplaceAsync(FtpServerProcess server, string name, int seed, CancellationToken cancellationToken)
    {
        var hash = await server.PutAsync($"new/{name}", Length, seed, cancellationToken);
        var folder = Directory.CreateDirectory(Path.Combine(server.Root, "out")).FullName;
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, "new", name), DateTime.UnixEpoch.AddSeconds(DateTimeOffset.UtcNow.ToUnixTimeSeconds() + 1));
        File.Move(Path.Combine(server.Root, "new", name), Path.Combine(folder, name), overwrite: true);
        return hash;
    }
}
