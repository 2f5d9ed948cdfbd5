namespace Accelerator.Soak.Tests.Storms;

/// <summary>One command that is repeated until it succeeds, as a scheduled task would be, although its runs are killed meanwhile.</summary>
/// <param name="folder">The working folder, used by this command only.</param>
/// <param name="fixture">The round it belongs to.</param>
/// <param name="dice">Decides when it is killed.</param>
internal abstract class RepeatedCommand(string name, string folder, StormFixture fixture, Dice dice)
{
    // Every other run in a storm is killed, at the latest after this time; a calm run waits for nothing but a busy machine.
    private static readonly TimeSpan LatestKill = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Hangs = TimeSpan.FromMinutes(4);

    private const int MostRuns = 200;

    private static readonly KillKind[] Kinds =
        [KillKind.AfterStart, KillKind.AfterStart, KillKind.AfterBytes, KillKind.AfterBytes, KillKind.AfterBytes, KillKind.AtPart, KillKind.AtJournal, KillKind.AtPublication];

    // Short, so that a silent connection is abandoned within a spell and not at its end.
    private static readonly string[] StormTimes = ["--timeout-connect", "3", "--timeout-reply", "3", "--timeout-first-byte", "3", "--timeout-stall", "2"];

    protected string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    protected StormFixture Fixture { get; } = fixture;

    protected Dice Dice { get; } = dice;

    /// <summary>
    /// Runs the command once before the storm and kills it in the middle, at any speed of the machine: the server stops sending at some
    /// byte, and resumes when the run is dead. By chance alone the runs of a short soak may all end before they are killed.
    /// </summary>
    /// <param name="bytes">Fewer than the command fetches; no other command fetches meanwhile.</param>
    /// <exception cref="BrokenPromiseException">The run was not killed, or a file was wrong.</exception>
    public async Task BeKilledAsync(long bytes)
    {
        var began = Stopwatch.GetTimestamp();
        Fixture.Server.Inject(Fault.AfterTotalBytes(Fixture.Server.Log.BytesSent + bytes).ChangeFiles(_ => Fixture.Server.Freeze()));
        var end = await RunOnceAsync(isCalm: false, new KillTiming(KillKind.AfterBytes, bytes, TimeSpan.Zero), []);
        Fixture.Server.Thaw();
        Fixture.Tally.CountEnd(end);
        if (!end.WasKilled) throw new BrokenPromiseException($"{name}: the server fell silent after {bytes} bytes, and the run was not killed: {end}\n{end.Error}");
        await CheckAsync(began, isSuccess: false);
    }

    /// <summary>Repeats the command until it has succeeded in a calm.</summary>
    /// <exception cref="BrokenPromiseException">A file was wrong, or a calm run failed or left something.</exception>
    public async Task RunAsync()
    {
        for (var run = 1; run <= MostRuns; run++)
        {
            var isCalm = Fixture.Weather.IsCalm;
            var began = Stopwatch.GetTimestamp();
            var end = await RunOnceAsync(isCalm, DrawTiming(isCalm), isCalm ? [] : StormTimes);
            Fixture.Tally.CountEnd(end);
            if (isCalm && end.ExitCode != 0) throw new BrokenPromiseException($"{name}: nothing goes wrong any more, and run {run} fails: {end.Error}{end.Output}");
            await CheckAsync(began, isSuccess: end.ExitCode == 0);
            if (!isCalm) continue;
            CheckLeftovers();
            return;
        }
        throw new BrokenPromiseException($"{name}: not done after {MostRuns} runs.");
    }

    /// <summary>The command line.</summary>
    /// <param name="isCalm">Whether it is the last run, which must leave everything in order.</param>
    protected abstract IEnumerable<string> Words(bool isCalm);

    /// <summary>
    /// Checks the files under final names: always complete versions, and after a success all of them, in versions that the server had
    /// meanwhile.
    /// </summary>
    protected abstract Task CheckAsync(long began, bool isSuccess);

    /// <summary>Files that may be there in the end, paths from the folder.</summary>
    protected abstract IEnumerable<string> Expected();

    /// <summary>Compares one local file.</summary>
    /// <param name="file">The file on the server.</param>
    /// <param name="local">The local path, which may not exist.</param>
    /// <param name="since">Its version must have been there since then; null for any version.</param>
    protected async Task CompareAsync(SourceVersions file, string local, long? since)
    {
        if (!File.Exists(local))
        {
            if (since is not null) throw new BrokenPromiseException($"{name}: a run said 0, and {local} is not there.");
            return;
        }
        Fixture.Tally.CountCompared(1);
        var version = file.WithHash(await Hashing.Sha256Async(local, CancellationToken.None))
            ?? throw new BrokenPromiseException($"{name}: {local} is published, and is no version of {file.Path}.");
        if (since is { } timing && !file.WasThere(version, timing)) throw new BrokenPromiseException($"{name}: a run said 0, and {local} is an older version of {file.Path}.");
    }

    private KillTiming? DrawTiming(bool isCalm) => isCalm || Dice.OneIn(2) ? null : KillTiming.Draw(Dice, LatestKill, 8 << 20, Kinds);

    private async Task<ClientEnd> RunOnceAsync(bool isCalm, KillTiming? timing, string[] times)
    {
        using var trap = timing is null ? null : new KillTrap(timing, Fixture.Server, Folder);
        await using var client = new Client(Folder, [.. Words(isCalm), .. times]);
        // Only a run that hangs reaches this limit. A slow run continues as long as the server sends: a stream that a fault slowed down
        // stays slow.
        if (trap is not null) await Task.WhenAny(trap.SpringAsync(client), Task.Delay(Hangs));
        var end = await client.EndAsync(Hangs, () => Fixture.Server.Log.BytesSent);
        Fixture.Log.Write($"{name}: {(isCalm ? "calm" : timing?.ToString() ?? "not to be killed")}: {end}");
        return end;
    }

    private void CheckLeftovers()
    {
        var state = Path.Combine(Folder, "state") + Path.DirectorySeparatorChar;
        var found = Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories).Where(path => !path.StartsWith(state, StringComparison.Ordinal));
        var left = found.Select(path => Path.GetRelativePath(Folder, path)).Except(Expected()).ToList();
        if (left.Count > 0) throw new BrokenPromiseException($"{name}: all is done, and {string.Join(", ", left)} is left in {Folder}.");
    }
}
