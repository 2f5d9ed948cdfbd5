namespace Accelerator.Soak.Tests;

/// <summary>
/// The files that a run leaves below the artifacts: the events of the run in order, complete even when the process that writes them is
/// killed, and a folder that is removed after success and kept for inspection after a failure.
/// </summary>
internal sealed class RunLog : IDisposable
{
    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly object _gate = new();
    private readonly string _path;
    private readonly StreamWriter _file;

    private RunLog(string name, ulong seed)
    {
        Seed = seed;
        Folder = Path.Combine(SoakOptions.Artifacts, $"{name}-{seed}");
        _path = Folder + ".log";
        if (Directory.Exists(Folder)) Directory.Delete(Folder, recursive: true);
        Directory.CreateDirectory(Folder);
        _file = new StreamWriter(_path) { AutoFlush = true };
    }

    /// <summary>The seed of the run's choices.</summary>
    public ulong Seed { get; }

    /// <summary>The folder of the run, empty at the start.</summary>
    public string Folder { get; }

    /// <summary>Runs a function with a log of its own.</summary>
    /// <param name="name">The name of the log and the folder, before the seed.</param>
    /// <param name="seed">The seed of the run's choices.</param>
    /// <param name="run">The run; its result says what happened.</param>
    /// <exception cref="BrokenPromiseException">The run failed; the message tells how to reproduce it.</exception>
    public static async Task<string> OfAsync(string name, ulong seed, Func<RunLog, Task<string>> run)
    {
        using var log = new RunLog(name, seed);
        log.Write($"seed {seed}");
        try
        {
            var told = await run(log);
            log.Write(told);
            Directory.Delete(log.Folder, recursive: true);
            return told;
        }
        catch (Exception e) when (e is BrokenPromiseException or OperationCanceledException or TimeoutException)
        {
            log.Write(e.ToString());
            throw new BrokenPromiseException($"{e.Message}\nSeed {seed} (FTPX_SOAK_SEED={seed}). What happened: {log._path}");
        }
    }

    public void Write(string what)
    {
        lock (_gate) _file.WriteLine($"{Stopwatch.GetElapsedTime(_began).TotalSeconds,9:0.000}  {what}");
    }

    public void Dispose()
    {
        lock (_gate) _file.Dispose();
    }
}
