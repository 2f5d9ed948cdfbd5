namespace Accelerator.Soak.Tests.Kills;

/// <summary>
/// T-JRN-1 of the fault matrix: kill -9 of the real program at seeded moments, again and again, each run going on from where the last one was
/// killed. After each kill the journal is held against the source.
/// </summary>
/// <param name="kills">How many.</param>
/// <param name="log">What happened; its seed decides the moments, the sizes, the streams, and when the remote file changes.</param>
internal sealed class KillRun(int kills, RunLog log)
{
    // A run mostly waits for a paced server, so several go on at once.
    private const int Lanes = 4;

    // From one lane's seed to the next: any large odd number does.
    private const ulong LaneStep = 0xD1B54A32D192ED03;

    /// <summary>Kills, resumes and checks until there have been so many kills.</summary>
    /// <exception cref="BrokenPromiseException">A byte was wrong, or something was left.</exception>
    public async Task<string> RunAsync()
    {
        using var failed = new CancellationTokenSource();
        var lanes = Enumerable.Range(0, Lanes)
            .Select(lane => new KillLane($"lane {lane}", new Dice(log.Seed + ((ulong)lane * LaneStep)), Directory.CreateDirectory(Path.Combine(log.Folder, $"{lane}")).FullName, log))
            .Select((lane, number) => StopAllAtFirstAsync(lane.RunAsync((kills + Lanes - 1 - number) / Lanes, failed.Token), failed))
            .ToList();
        var sum = new KillTally();
        foreach (var tally in await Task.WhenAll(lanes)) sum.Add(tally);
        if (sum.Kills < kills || sum.Resumed == 0) throw new BrokenPromiseException($"No run went on from a journal: nothing was put to the test. {sum}");
        return sum.ToString();
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
