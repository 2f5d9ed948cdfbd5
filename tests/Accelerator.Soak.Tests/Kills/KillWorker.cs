namespace Accelerator.Soak.Tests.Kills;

/// <summary>Fetches one file after the other, each by as many runs as it takes when runs are killed.</summary>
/// <param name="dice">Decides everything.</param>
/// <param name="folder">The download folder, empty.</param>
internal sealed class KillWorker(string name, Dice dice, string folder, RunLog log)
{
    // Journalled from the first run on, and complete in about three seconds: two or three checkpoints.
    private const long Shortest = 16 << 20;
    private const long BytesPerSecond = 8 << 20;

    // The length of an undisturbed run, including its start and end, on a machine with other work.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(4);

    // Thirty times the longest that was seen on two busy cores. A run that hangs does so for ever.
    private static readonly TimeSpan Hangs = TimeSpan.FromMinutes(6);

    // One change of the remote file for this many journals that a kill has left.
    private const int ChangesOneIn = 12;

    // Most kills come at any time; the others are aimed where few milliseconds count.
    private static readonly KillKind[] Kinds =
    [
        KillKind.AfterStart, KillKind.AfterStart, KillKind.AfterBytes, KillKind.AfterBytes, KillKind.AtPart,
        KillKind.AtJournal, KillKind.AtJournal, KillKind.AtFinish, KillKind.AtPublication,
    ];

    private readonly KillTally _tally = new();
    private int _files;

    /// <summary>Runs until the given number of kills is reached, and then lets the last file complete.</summary>
    public async Task<KillTally> RunAsync(int kills, CancellationToken cancellationToken)
    {
        while (_tally.Kills < kills)
        {
            var target = Path.Combine(folder, $"file-{_files++}.bin");
            var streams = 4 + dice.Below(5);
            var length = Shortest + dice.Below(8 << 20);
            await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = BytesPerSecond / streams } });
            var source = new SourceVersions(server, $"/file-{_files}.bin", length, dice.Next());
            log.Write($"{name}: {Path.GetFileName(target)}, {length} bytes in {streams} streams");
            while (!File.Exists(target)) await CycleAsync(server, source, target, streams, isKilled: _tally.Kills < kills, cancellationToken);
            _tally.Files++;
            File.Delete(target);
        }
        return _tally;
    }

    private async Task CycleAsync(LoopbackServer server, SourceVersions source, string target, int streams, bool isKilled, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var timing = KillTiming.Draw(dice, Longest, source.Now.Content.Length, Kinds);
        // The first kill comes once a journal is in place: by chance alone none of a few runs might resume.
        if (_tally.Kills == 0) timing = new KillTiming(KillKind.AfterJournal, 0, TimeSpan.Zero);
        var kept = await JournalCheck.ReadAsync(target, source, cancellationToken);
        if (dice.OneIn(ChangesOneIn) && kept is not null) log.Write($"{name}: {source.Replace(dice, inPlace: false)}");
        var usable = kept is not null && kept.Version == source.Now ? kept.Count : 0;

        var (began, clock) = (Stopwatch.GetTimestamp(), DateTime.UtcNow);
        using var trap = new KillTrap(timing, server, folder);
        await using var client = new Client(
            folder, "get", "--streams", $"{streams}", "--json", "--no-site-memory", "--output", Path.GetFileName(target), server.UrlOf(source.Path));
        if (isKilled) await trap.SpringAsync(client).WaitAsync(Hangs, cancellationToken);
        var end = await client.EndAsync(Hangs);
        var phase = PhaseOf(target, end, clock);
        log.Write($"{name}: {(isKilled ? timing.ToString() : "undisturbed")}: {end}, {phase}");

        if (!end.WasKilled && end.ExitCode != 0) throw new BrokenPromiseException($"{name}: an undisturbed run failed: {end.Error}{end.Output}");
        if (ProgramEnd.BytesReused(end.Output) is { } reused && reused != usable)
            throw new BrokenPromiseException($"{name}: the journal kept {usable} bytes of this version and the run reused {reused}.");
        await CheckFilesAsync(source, target, began, phase, cancellationToken);
        await server.Log.WaitForAsync(seen => seen is { ControlConnections: 0, DataConnections: 0 }, cancellationToken).WaitAsync(Hangs, cancellationToken);
        Count(phase, kept, usable, end);
    }

    private async Task CheckFilesAsync(SourceVersions source, string target, long began, KillPhase phase, CancellationToken cancellationToken)
    {
        await JournalCheck.ReadAsync(target, source, cancellationToken);
        if (File.Exists(target))
        {
            var found = source.WithHash(await Hashing.Sha256Async(target, cancellationToken));
            if (found is null || !source.WasThere(found, began)) throw new BrokenPromiseException($"{name}: '{target}' is published and is not the source.");
        }
        var left = PartNames.SideFiles(target).Where(File.Exists).ToList();
        if (phase is KillPhase.NotKilled or KillPhase.Published && left.Count > 0)
            throw new BrokenPromiseException($"{name}: a run that has ended well leaves {string.Join(", ", left)}.");
    }

    private void Count(KillPhase phase, KeptBytes? kept, long usable, ClientEnd end)
    {
        _tally.Count(phase);
        if (kept is null || ProgramEnd.BytesReused(end.Output) is null) return;
        if (usable > 0) _tally.Resumed++;
        else _tally.StartedOver++;
    }

    private static KillPhase PhaseOf(string target, ClientEnd end, DateTime began)
    {
        if (!end.WasKilled) return KillPhase.NotKilled;
        var side = PartNames.SideFiles(target);
        // An unfinished journal of this run, not of an earlier one that was killed in the same place.
        var (part, journal, unfinished) = (File.Exists(side[0]), File.Exists(side[1]), File.Exists(side[2]) && File.GetLastWriteTimeUtc(side[2]) >= began);
        if (File.Exists(target)) return journal ? KillPhase.JustPublished : KillPhase.Published;
        if (unfinished) return KillPhase.InJournalWrite;
        return journal ? KillPhase.Journalled : part ? KillPhase.NoJournalYet : KillPhase.NothingYet;
    }
}
