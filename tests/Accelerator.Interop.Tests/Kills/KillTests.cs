using System.Globalization;

namespace Accelerator.Interop.Tests.Kills;

/// <summary>
/// Kill -9 of the real process, fifty times at random moments. Kills are chained: each run goes on from where the last one was killed, so that
/// a handful of transfers are killed many times each.
/// </summary>
[Trait("Group", "kills")]
public sealed class KillTests
{
    private const int Kills = 50;
    private const int LeastUnderWay = 40;

    // Every tenth kill comes before the first byte or while the connections are opened; the others while bytes move.
    private const int EarlyEvery = 10;
    private static readonly TimeSpan LongestEarly = TimeSpan.FromSeconds(0.6);
    private static readonly TimeSpan LongestLate = TimeSpan.FromSeconds(2.6);

    // A transfer of twenty seconds, would nobody disturb it.
    private const long BytesPerSecond = KillBench.Size / 20;

    // A checkpoint a second, blocks that are at most 0.2 s old, and the flush itself.
    private const long Tolerated = BytesPerSecond * 3 / 2;

    private readonly int _seed =
        int.TryParse(Environment.GetEnvironmentVariable("FTPX_SEED"), CultureInfo.InvariantCulture, out var seed) ? seed : Random.Shared.Next();

    [Fact]
    public async Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await using var bench = new KillBench(BytesPerSecond);
        var random = new Random(_seed);
        var runs = new List<KilledRun>();
        for (var file = 0; runs.Count < Kills; file++)
        {
            var name = $"file-{file}";
            var isComplete = false;
            for (; runs.Count < Kills && !isComplete; isComplete = runs[^1].IsComplete)
            {
                runs.Add(await RunAndKillAsync(bench, name, random, runs.Count % EarlyEvery == 0, deadline.Token));
                Assert.True(runs[^1].Lost <= Tolerated + KillBench.Overhead(runs[^1].Retrievals), $"A kill has cost more than {Tolerated} bytes. {Tell(runs)}");
            }
            if (!isComplete) await bench.FinishAsync(name, deadline.Token);
            await bench.AssertIsWholeAsync(name, deadline.Token);
        }
        Assert.True(runs.Count(run => run.IsUnderWay) >= LeastUnderWay, $"Too few kills came between the first and the last byte. {Tell(runs)}");
    }

    private static async Task<KilledRun> RunAndKillAsync(KillBench bench, string name, Random random, bool isEarly, CancellationToken cancellationToken)
    {
        var (sent, retrievals, kept) = (bench.Sent, bench.Retrievals, await bench.KeptAsync(name, cancellationToken));
        await using var run = bench.Start(name);
        if (!isEarly) await bench.WaitForBytesAsync(sent + 1, run, cancellationToken);
        await Task.Delay(random.NextDouble() * (isEarly ? LongestEarly : LongestLate), cancellationToken);
        var isUnderWay = bench.Sent > sent && !run.HasExited;
        await run.KillAsync(wholeTree: false);
        var end = await run.WaitAsync(cancellationToken);
        await bench.WaitForSilenceAsync(cancellationToken);

        Assert.Equal(kept, KillBench.BytesReused(end.Output) ?? kept);
        return new KilledRun(
            bench.Sent - sent, await bench.KeptAsync(name, cancellationToken) - kept, bench.Retrievals - retrievals, isUnderWay, File.Exists(bench.Target(name)));
    }

    private string Tell(List<KilledRun> runs) => $"Again: FTPX_SEED={_seed}\n{string.Join('\n', runs)}";
}
