namespace Accelerator.Soak.Tests.Storms;

/// <summary>Runs round after round for the given time, beside one run that lasts the whole time and whose resources are watched.</summary>
/// <param name="time">How long. In less than half a minute there is one round, with a short storm.</param>
/// <param name="log">What happened; its seed decides the rounds.</param>
internal sealed class SoakRun(TimeSpan time, RunLog log)
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(30);

    // No further round begins later.
    private static readonly TimeSpan LeastLeft = TimeSpan.FromSeconds(15);

    // Spells of a storm: a round of ten to thirty seconds, or one of less than ten.
    private readonly (int Least, int Most) _spells = time < Short ? (1, 2) : (4, 8);

    // Where one round takes all the time, on a busy machine, another one follows all the same.
    private readonly int _leastRounds = time < Short ? 1 : 2;

    /// <summary>Runs rounds until the time is over and the last round is done.</summary>
    /// <exception cref="BrokenPromiseException">Something was not right.</exception>
    public async Task<string> RunAsync()
    {
        var sockets = OpenHandles.Sockets(Environment.ProcessId);
        var tally = new StormTally();
        var watched = new LongRun(time, Path.Combine(log.Folder, "long"), log).RunAsync();
        var began = Stopwatch.GetTimestamp();
        var dice = new Dice(log.Seed);
        for (var round = 1; round <= _leastRounds || time - Stopwatch.GetElapsedTime(began) > LeastLeft; round++)
        {
            await new Round(dice.Next(), _spells, tally, log).RunAsync(Path.Combine(log.Folder, $"round-{round}"));
            if (watched.IsFaulted) break;
        }
        var held = await watched;
        await CheckSocketsAsync(sockets);
        if (tally.Rounds < _leastRounds || tally.Kills < tally.Rounds || tally.Faults < tally.Rounds)
            throw new BrokenPromiseException($"In some round no run was killed, or met a fault: nothing was put to the test. {tally}");
        return $"{tally} {held}";
    }

    // The harness itself: servers, proxies and pipes that stay open would hide a client's leaks.
    private static async Task CheckSocketsAsync(int? before)
    {
        for (var wait = 0; OpenHandles.Sockets(Environment.ProcessId) is { } now && now > before; wait++)
        {
            if (wait == 600) throw new BrokenPromiseException($"{now} sockets are open in the harness, {before} were at the start.");
            await Task.Delay(TimeSpan.FromMilliseconds(100));
        }
    }
}
