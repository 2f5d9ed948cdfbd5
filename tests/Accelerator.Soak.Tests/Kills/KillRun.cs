namespace Accelerator.Soak.Tests.Kills;

/// <summary>
/// T-JRN-1 of the fault matrix: kill -9 of the real program at seeded moments, repeatedly. Each run resumes where the last one was killed.
/// After each kill the journal is compared with the source.
/// </summary>
/// <param name="log">What happened; its seed decides the moments, the sizes, the streams, and when the remote file changes.</param>
internal sealed class KillRun(int kills, RunLog log)
{
    // A run mostly waits for a paced server, so several run at once.
    private const int Routes = 4;

    // The distance between the seeds of two workers: any large odd number will do.
    private const ulong WorkerStep = 0xD1B54A32D192ED03;

    /// <summary>Kills, resumes and checks until the given number of kills is reached.</summary>
    /// <exception cref="BrokenPromiseException">A byte was wrong, or something was left over.</exception>
    public async Task<string> RunAsync()
    {
        using var failed = new CancellationTokenSource();
        var workers = Enumerable.Range(0, Routes)
            .Select(worker => new KillWorker($"lane {worker}", new Dice(log.Seed + ((ulong)worker * WorkerStep)), Directory.CreateDirectory(Path.Combine(log.Folder, $"{worker}")).FullName, log))
            .Select((worker, number) => StopAllAtFirstAsync(worker.RunAsync((kills + Routes - 1 - number) / Routes, failed.Token), failed))
            .ToList();
        var sum = new KillTally();
        foreach (var tally in await Task.WhenAll(workers)) sum.Add(tally);
        if (sum.Kills < kills || sum.Resumed == 0) throw new BrokenPromiseException($"No run went on from a journal: nothing was put to the test. {sum}");
        return sum.ToString();
    }

    private async Task<KillTally> StopAllAtFirstAsync(Task<KillTally> worker, CancellationTokenSource failed)
    {
        try
        {
            return await worker;
        }
        catch (BrokenPromiseException e)
        {
            log.Write(e.Message);
            await failed.CancelAsync();
            throw;
        }
    }
}
