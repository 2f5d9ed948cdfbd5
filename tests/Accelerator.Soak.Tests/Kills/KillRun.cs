using Accelerator.Fuzz.Tests;

namespace Accelerator.Soak.Tests.Kills;

/// <summary>
/// T-JRN-1 of the fault matrix: kill -9 of the real program at seeded moments, again and again, each run going on from where the last one was
/// killed. After each kill the journal is held against the source.
/// </summary>
/// <param name="kills">How many.</param>
/// <param name="seed">Decides the moments, the sizes, the streams, and when the remote file changes.</param>
/// <param name="log">What happened.</param>
internal sealed class KillRun(int kills, ulong seed, EventLog log)
{
    // A run mostly waits for a paced server, so several go on at once.
    private const int Lanes = 4;

    // From one lane's seed to the next: any large odd number does.
    private const ulong LaneStep = 0xD1B54A32D192ED03;

    /// <summary>Kills, resumes and checks until there have been so many kills.</summary>
    /// <exception cref="BrokenPromiseException">A byte was wrong, or something was left.</exception>
    public async Task<KillTally> RunAsync(CancellationToken cancellationToken)
    {
        log.Write($"{kills} kills from seed {seed}");
        var folder = Path.Combine(SoakOptions.Artifacts, $"kills-{seed}");
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        using var failed = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var lanes = Enumerable.Range(0, Lanes)
            .Select(lane => new KillLane($"lane {lane}", new Dice(seed + ((ulong)lane * LaneStep)), Directory.CreateDirectory(Path.Combine(folder, $"{lane}")).FullName, log))
            .Select((lane, number) => StopAllAtFirstAsync(lane.RunAsync((kills + Lanes - 1 - number) / Lanes, failed.Token), failed))
            .ToList();
        var sum = new KillTally();
        foreach (var tally in await Task.WhenAll(lanes)) sum.Add(tally);
        log.Write(sum.ToString());
        // Left for a look where something was wrong.
        Directory.Delete(folder, recursive: true);
        return sum;
    }

    private async Task<KillTally> StopAllAtFirstAsync(Task<KillTally> lane, CancellationTokenSource failed)
    {
        try
        {
            return await lane;
        }
        catch (BrokenPromiseException e)
        {
            log.Write(e.Message);
            await failed.CancelAsync();
            throw;
        }
    }
}
