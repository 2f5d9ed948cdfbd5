namespace Accelerator.Interop.Tests.Fxp;

/// <summary>
/// Kill -9 at any moment, repeatedly: the servers may continue the transfers that they were told to run, and the destination is right all
/// the same.
/// </summary>
public sealed class FxpKillTests
{
    private const int Length = 3 << 19;
    private const int BytesPerSecond = 1 << 20;

    private static readonly string[] Names = ["a.bin", "b.bin", "c.bin"];

    // About the time of a whole run, its start included.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    [ServerFact("proftpd")]
    public Task A_copy_that_was_killed_is_right_after_the_next_run() => KillAsync("proftpd", seed: 2, kills: 3);

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", 1)]
    [InlineData("proftpd", 2)]
    [InlineData("pure-ftpd", 3)]
    [Trait("Run", "all")]
    public Task A_copy_that_was_killed_ten_times_is_right_after_each_next_run(string kind, int seed) => KillAsync(kind, seed, kills: 10);

    private static async Task KillAsync(string kind, int seed, int kills)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(6));
        var paced = new ServerOptions { Extra = FxpServers.Allowing(kind), BytesPerSecond = BytesPerSecond };
        await using var from = await FxpServers.StartAsync(kind, paced, deadline.Token);
        await using var to = await FxpServers.StartAsync(kind, FxpServers.Allowing(kind), deadline.Token);
        using var fixture = new FxpProgramFixture(from, to);
        var random = new Random(seed);
        var left = 0;
        for (var kill = 0; kill < kills; kill++)
        {
            var hashes = new List<string>();
            foreach (var name in Names) hashes.Add(await ReplaceAsync(from, name, random.Next(), deadline.Token));
            await using (var run = fixture.Start("--overwrite", fixture.From("out/"), fixture.To("")))
            {
                await WaitForMomentAsync(fixture, run, kill, random, deadline.Token);
                await run.KillAsync(wholeTree: false);
            }
            left += fixture.Arrived().Count(name => name.EndsWith(".part", StringComparison.Ordinal));

            var end = (await fixture.RunAsync(deadline.Token, "--overwrite", fixture.From("out/"), fixture.To(""))).Expect();
            for (var i = 0; i < Names.Length; i++)
            {
                var isRight = hashes[i] == await fixture.HashAsync(Names[i], deadline.Token);
                Assert.True(isRight, $"{Names[i]} is not what it should be after kill {kill}.\n{end.Output}\n{end.Error}");
            }
            Assert.Equal(Names, fixture.Arrived());
        }
        Assert.True(left > 0, "No kill has met a transfer.");
        // The transfers that the servers continued have ended by now and have changed nothing.
        await Task.Delay(TimeSpan.FromSeconds(Length / BytesPerSecond) * 2, deadline.Token);
        Assert.Equal(Names, fixture.Arrived());
    }

    // One kill of three comes at any time; the others meet a transfer for certain, when a partial file appears and when it is half written.
    private static async Task WaitForMomentAsync(FxpProgramFixture fixture, ProgramRun run, int kill, Random random, CancellationToken cancellationToken)
    {
        if (kill % 3 == 0)
        {
            // A kill at a random moment of a real process.
            await Task.Delay(random.NextDouble() * Longest, cancellationToken);
            return;
        }
        var least = kill % 3 == 1 ? 0 : Length / 2;
        while (!run.HasExited && !fixture.Arrived().Any(name => name.EndsWith(".part", StringComparison.Ordinal) && fixture.LengthOf(name) >= least))
            await Task.Delay(TimeSpan.FromMilliseconds(10), cancellationToken);
    }

    // A server that sends the old file continues with the old file. The new one has a time stamp of the next second, so that the servers
    // report the copy of the old file as older.
    private static async Task<string> ReplaceAsync(FtpServerProcess server, string name, int seed, CancellationToken cancellationToken)
    {
        var hash = await server.PutAsync($"new/{name}", Length, seed, cancellationToken);
        var folder = Directory.CreateDirectory(Path.Combine(server.Root, "out")).FullName;
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, "new", name), DateTime.UnixEpoch.AddSeconds(DateTimeOffset.UtcNow.ToUnixTimeSeconds() + 1));
        File.Move(Path.Combine(server.Root, "new", name), Path.Combine(folder, name), overwrite: true);
        return hash;
    }
}
