namespace Accelerator.Interop.Tests.Kills;

/// <summary>
/// Kill -9 of the real process at random moments, repeatedly. Kills are chained: each run resumes where the last one was killed, so that a
/// handful of transfers are killed many times each.
/// </summary>
internal sealed class KillChecks(FtpxProgram program)
{
    // The least number of ten kills; the others may come too early or too late to test anything.
    private const int LeastInProgress = 8;

    // Every tenth kill comes before the first byte or while the connections are opened; the others while bytes move.
    private const int EarlyEvery = 10;
    private static readonly TimeSpan LongestEarly = TimeSpan.FromSeconds(0.6);
    private static readonly TimeSpan LongestLate = TimeSpan.FromSeconds(4);

    // A transfer of thirty seconds if it is not interrupted.
    private const long BytesPerSecond = KillFixture.Size / 30;

    // A checkpoint a second, blocks that are at most 0.2 s old, the flush itself, and one second more in which a busy machine runs other processes.
    private const long Tolerated = BytesPerSecond * 5 / 2;

    // One kill of ten may cost more: a checkpoint has no time to come where the machine does not run its thread for seconds.
    private const int CostlyEvery = 10;

    private readonly int _seed =
        int.TryParse(Environment.GetEnvironmentVariable("FTPX_SEED"), CultureInfo.InvariantCulture, out var seed) ? seed : Random.Shared.Next();

    /// <summary>A killed get continues to the right file and fetches little twice.</summary>
    /// <param name="parent">Where the folder that is downloaded into is made; null where temporary folders are.</param>
    public async Task SurvivesAsync(int kills, CancellationToken cancellationToken, string? parent = null)
    {
        await using var fixture = new KillFixture(program, BytesPerSecond, parent);
        var random = new Random(_seed);
        var runs = new List<KilledRun>();
        for (var file = 0; runs.Count < kills; file++)
        {
            var name = $"file-{file}";
            var isComplete = false;
            for (; runs.Count < kills && !isComplete; isComplete = runs[^1].IsComplete)
            {
                runs.Add(await RunAndKillAsync(fixture, name, random, runs.Count % EarlyEvery == 0, cancellationToken));
                var costly = runs.Count(run => run.Lost > Tolerated + KillFixture.Overhead(run.Retrievals));
                Assert.True(costly <= kills / CostlyEvery, $"{costly} kills have cost more than {Tolerated} bytes. {Notify(runs)}");
            }
            if (!isComplete) await fixture.FinishAsync(name, cancellationToken);
            await fixture.AssertIsWholeAsync(name, cancellationToken);
        }
        // Without checkpoints a kill would cost all that its run has fetched, two seconds of the pace on average.
        if (kills >= CostlyEvery)
        {
            var lost = runs.Sum(run => run.Lost - KillFixture.Overhead(run.Retrievals));
            Assert.True(lost <= kills * Tolerated / 2, $"All kills have cost {lost} bytes, more than {Tolerated / 2} each. {Notify(runs)}");
        }
        Assert.True(runs.Count(run => run.IsInProgress) * 10 >= kills * LeastInProgress, $"Too few kills came between the first and the last byte. {Notify(runs)}");
    }

    private static async Task<KilledRun> RunAndKillAsync(KillFixture fixture, string name, Random random, bool isEarly, CancellationToken cancellationToken)
    {
        var (sent, retrievals, kept) = (fixture.Sent, fixture.Retrievals, await fixture.KeptAsync(name, cancellationToken));
        await using var run = fixture.Start(name);
        if (!isEarly) await fixture.WaitForBytesAsync(sent + 1, run, cancellationToken);
        // A kill at a random moment of a real process.
        await Task.Delay(random.NextDouble() * (isEarly ? LongestEarly : LongestLate), cancellationToken);
        var isInProgress = fixture.Sent > sent && !run.HasExited;
        await run.KillAsync(wholeTree: false);
        var end = await run.WaitAsync(cancellationToken);
        await fixture.WaitForSilenceAsync(cancellationToken);

        Assert.Equal(kept, ProgramEnd.BytesReused(end.Output) ?? kept);
        var more = await fixture.KeptAsync(name, cancellationToken) - kept;
        return new KilledRun(fixture.Sent - sent, more, fixture.Retrievals - retrievals, isInProgress, File.Exists(fixture.Target(name)));
    }

    private string Notify(List<KilledRun> runs) => $"Again: FTPX_SEED={_seed}\n{string.Join('\n', runs)}";
}
