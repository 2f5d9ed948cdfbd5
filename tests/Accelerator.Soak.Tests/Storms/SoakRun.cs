using System.Diagnostics;
using Accelerator.Fuzz.Tests;

namespace Accelerator.Soak.Tests.Storms;

/// <summary>Round after round for as long as it is told to, beside one run that lasts all the time and is watched for what it holds.</summary>
internal sealed class SoakRun(TimeSpan time, ulong seed, EventLog log)
{
    // Where one takes all the time, on a busy machine, there is another all the same.
    private const int LeastRounds = 2;

    // No further round begins later.
    private static readonly TimeSpan LeastLeft = TimeSpan.FromSeconds(15);

    /// <summary>Goes on until the time is over and the last round is done.</summary>
    /// <exception cref="BrokenPromiseException">Something was not right.</exception>
    public async Task<string> RunAsync()
    {
        log.Write($"{time.TotalSeconds:0} s from seed {seed}");
        var folder = Path.Combine(SoakOptions.Artifacts, $"soak-{seed}");
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        var sockets = OpenHandles.Sockets(Environment.ProcessId);
        var tally = new StormTally();
        var longRun = new LongRun(time, Path.Combine(folder, "long"), log);
        var watched = longRun.RunAsync();
        var began = Stopwatch.GetTimestamp();
        var dice = new Dice(seed);
        for (var round = 1; round <= LeastRounds || time - Stopwatch.GetElapsedTime(began) > LeastLeft; round++)
        {
            await new Round(dice.Next(), tally, log).RunAsync(Path.Combine(folder, $"round-{round}"));
            if (watched.IsFaulted) break;
        }
        var held = await watched;
        await CheckSocketsAsync(sockets);
        Directory.Delete(folder, recursive: true);
        log.Write($"{tally}\n{held}");
        if (tally.Rounds < LeastRounds || tally.Kills < tally.Rounds || tally.Faults < tally.Rounds)
            throw new BrokenPromiseException($"In some round no run was killed, or met a fault: nothing was put to the test. {tally}");
        return $"{tally} {held}";
    }

    // The harness itself: servers, proxies and pipes that stay open would hide what a client leaves.
    private static async Task CheckSocketsAsync(int? before)
    {
        for (var wait = 0; OpenHandles.Sockets(Environment.ProcessId) is { } now && now > before; wait++)
        {
            if (wait == 100) throw new BrokenPromiseException($"{now} sockets are open in the harness, {before} were at the start.");
            await Task.Delay(TimeSpan.FromMilliseconds(100));
        }
    }
}
