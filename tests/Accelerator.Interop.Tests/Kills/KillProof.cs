using System.Globalization;
using Accelerator.Interop.Tests.Gets;

namespace Accelerator.Interop.Tests.Kills;

/// <summary>
/// Kill -9 of the real process, again and again at random moments. Kills are chained: each run goes on from where the last one was killed, so that
/// a handful of transfers are killed many times each.
/// </summary>
internal sealed class KillProof(FtpxProgram program)
{
    // Of ten kills; the others may come too early or too late to say anything.
    private const int LeastUnderWay = 8;

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

    /// <summary>A killed get continues to the right file and fetches little twice.</summary>
    public async Task SurvivesAsync(int kills, CancellationToken cancellationToken)
    {
        await using var bench = new KillBench(program, BytesPerSecond);
        var random = new Random(_seed);
        var runs = new List<KilledRun>();
        for (var file = 0; runs.Count < kills; file++)
        {
            var name = $"file-{file}";
            var isComplete = false;
            for (; runs.Count < kills && !isComplete; isComplete = runs[^1].IsComplete)
            {
                runs.Add(await RunAndKillAsync(bench, name, random, runs.Count % EarlyEvery == 0, cancellationToken));
                Assert.True(runs[^1].Lost <= Tolerated + KillBench.Overhead(runs[^1].Retrievals), $"A kill has cost more than {Tolerated} bytes. {Tell(runs)}");
            }
            if (!isComplete) await bench.FinishAsync(name, cancellationToken);
            await bench.AssertIsWholeAsync(name, cancellationToken);
        }
        Assert.True(runs.Count(run => run.IsUnderWay) * 10 >= kills * LeastUnderWay, $"Too few kills came between the first and the last byte. {Tell(runs)}");
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
