using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Accelerator.TestRun;

/// <summary>Runs the tests that are built: what <c>tests/run</c> starts after packages and build.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        // tests/run starts it there.
        var root = Environment.CurrentDirectory;
        var groups = TestGroups.Find(root);
        if (RunOptions.Parse(arguments) is not { } options)
        {
            await Console.Error.WriteLineAsync(RunOptions.Usage);
            return 2;
        }
        if (options.Group is { } name && !groups.Names.Contains(name))
        {
            await Console.Error.WriteLineAsync($"tests/run: --group takes one of: {string.Join(' ', groups.Names)}");
            return 2;
        }
        if (options.List)
        {
            Console.WriteLine(string.Join('\n', groups.Names));
            return 0;
        }

        using var stop = new CancellationTokenSource();
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        // Tests under Wine write a line here whenever Wine itself has to be started again.
        var retries = Path.Combine(root, "artifacts", "wine", "retries");
        if (File.Exists(retries)) File.Delete(retries);
        var clock = Stopwatch.StartNew();
        var jobs = RunPlanner.Plan(options, groups, Machine.Read());
        IReadOnlyList<JobEnd> ends;
        try
        {
            ends = await new TestJobRunner(root, Console.WriteLine).RunAsync(jobs, stop.Token);
        }
        catch (OperationCanceledException)
        {
            await Console.Error.WriteLineAsync("tests/run: stopped by a signal; the processes that it started were ended.");
            return 130;
        }
        foreach (var end in ends.Where(end => !end.Succeeded)) PrintLog(root, end.Job);
        if (File.Exists(retries)) Console.WriteLine($"   wine: started again {File.ReadLines(retries).Count()} times");

        var wanted = options.Group switch
        {
            null => [.. groups.Projects, .. groups.Interop],
            TestGroups.Unit => groups.Units,
            TestGroups.Selftest => [],
            var one => [one],
        };
        var record = new RunRecord(options, ends, clock.Elapsed, Environment.GetEnvironmentVariable("FTPX_REQUIRE") == "all")
        {
            EmptyGroups = RunRecord.FindEmpty(wanted, ends),
        };
        record.WriteTiming(Path.Combine(root, TestJobRunner.Results, "timing.json"));
        record.Print(Console.WriteLine);
        return record.Failed == 0 ? 0 : 1;

        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Cancel();
        }
    }

    // A CI machine keeps no file.
    private static void PrintLog(string root, TestJob job)
    {
        const int most = 200;
        Console.WriteLine($"-- the last lines of {job.Name}");
        foreach (var line in File.ReadLines(Path.Combine(root, TestJobRunner.Results, job.Name + ".log")).TakeLast(most)) Console.WriteLine(line);
    }
}
