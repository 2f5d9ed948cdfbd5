namespace Accelerator.Soak.Tests;

/// <summary>A failure says how to see it again.</summary>
internal static class Verdict
{
    /// <summary>The run's result, or its failure with the seed and the log's place.</summary>
    public static async Task<T> OrToldAsync<T>(this Task<T> run, ulong seed, EventLog log)
    {
        try
        {
            return await run;
        }
        catch (Exception e) when (e is BrokenPromiseException or OperationCanceledException or TimeoutException)
        {
            log.Write(e.ToString());
            throw new BrokenPromiseException($"{e.Message}\nSeed {seed} (FTPX_SOAK_SEED={seed}). What happened: {log.Path}");
        }
    }
}
