using System.Collections.Concurrent;
using System.Diagnostics;
using System.Xml;

namespace Accelerator.TestRun;

/// <summary>Runs jobs, several at a time.</summary>
/// <param name="root">The checkout, where every command starts.</param>
/// <param name="log">Takes a line for each job that starts or ends.</param>
internal sealed class TestJobRunner(string root, Action<string> log)
{
    /// <summary>The folder of results and logs, relative to the checkout.</summary>
    public const string Results = "artifacts/test-results";

    // One more than the processors: most jobs wait for a network or a disk part of the time.
    private static readonly int AtOnce = Environment.ProcessorCount + 1;

    // The longest took 24 minutes on a slow machine with 2 cores, and more than 30 with --all. A job that hangs fails here, before CI's own
    // limit of 90 minutes.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(60);

    private readonly Stopwatch _clock = Stopwatch.StartNew();

    /// <summary>Runs the jobs in their order, each as soon as there is room and the job it comes after has ended.</summary>
    public async Task<IReadOnlyList<JobEnd>> RunAsync(IReadOnlyList<TestJob> jobs, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.Combine(root, Results));
        var waiting = new List<TestJob>(jobs);
        var running = new List<Task<JobEnd>>();
        var ended = new List<JobEnd>();
        while (waiting.Count > 0 || running.Count > 0)
        {
            while (running.Count < AtOnce && Next() is { } job)
            {
                waiting.Remove(job);
                running.Add(RunAsync(job, cancellationToken));
            }
            var end = await Task.WhenAny(running);
            running.Remove(end);
            // A signal ends all jobs; each kills its own processes first.
            if (cancellationToken.IsCancellationRequested) await Task.WhenAll(running).ContinueWith(_ => { }, TaskScheduler.Default);
            ended.Add(await end);
        }
        return ended;

        TestJob? Next() => waiting.Find(job => job.After is null || ended.Exists(end => end.Job.Name == job.After));
    }

    private async Task<JobEnd> RunAsync(TestJob job, CancellationToken cancellationToken)
    {
        if (job.Skipped is not null)
        {
            log($"{job.Name} skipped: {job.Skipped}");
            return new JobEnd(job, TimeSpan.Zero, [], null);
        }
        var trx = Path.Combine(root, Results, job.Name + ".trx");
        File.Delete(trx);
        Log($"{job.Name} started");
        var start = _clock.Elapsed;
        var exitCode = await RunProcessAsync(job, cancellationToken);
        var end = Judge(job, exitCode, trx, _clock.Elapsed - start);
        Log($"{job.Name}: {Summary(end)} in {end.Duration.TotalSeconds:0} s");
        return end;
    }

    private void Log(string line) => log($"[{_clock.Elapsed:mm\\:ss}] {line}");

    private static string Summary(JobEnd end)
    {
        if (end.Failure is not null) return "failed";
        if (!end.Job.HasResults) return "done";
        var skipped = end.Results.Count(result => result.Skipped);
        return $"{end.Results.Count(result => result.Passed)} passed, {end.Results.Count(result => result.Failed)} failed" + (skipped > 0 ? $", {skipped} skipped" : "");
    }

    private static JobEnd Judge(TestJob job, int? exitCode, string trx, TimeSpan duration)
    {
        if (exitCode is null) return new JobEnd(job, duration, [], $"{job.Name} did not end within {Limit.TotalMinutes:0} minutes and was killed.");
        if (!job.HasResults) return new JobEnd(job, duration, [], exitCode == 0 ? null : $"{job.Name} ended with exit code {exitCode}.");
        IReadOnlyList<TestResult> results;
        try
        {
            results = TrxFile.Read(trx);
        }
        catch (Exception error) when (error is IOException or XmlException)
        {
            return new JobEnd(job, duration, [], $"{job.Name} ended with exit code {exitCode} and left no results: {error.Message}");
        }
        var failure = exitCode != 0 && !results.Any(result => result.Failed) ? $"{job.Name} ended with exit code {exitCode} although no test failed." : null;
        return new JobEnd(job, duration, results, failure);
    }

    /// <summary>Gets the exit code; null where the job was killed at its limit.</summary>
    private async Task<int?> RunProcessAsync(TestJob job, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(job.Command[0], job.Command.Skip(1))
        {
            WorkingDirectory = root,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var lines = new ConcurrentQueue<string>();
        using var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, line) => Keep(line.Data);
        process.ErrorDataReceived += (_, line) => Keep(line.Data);
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Limit);
        try
        {
            await process.WaitForExitAsync(limit.Token);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            cancellationToken.ThrowIfCancellationRequested();
            return null;
        }
        finally
        {
            await File.WriteAllLinesAsync(Path.Combine(root, Results, job.Name + ".log"), lines, CancellationToken.None);
        }

        void Keep(string? line)
        {
            if (line is not null) lines.Enqueue(line);
        }
    }
}
