namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Kill -9 of the real service, repeatedly over the same data folder, while producers write on the server. At intervals the kills pause:
/// then every file on the server must be delivered once, and nothing may be left over.
/// </summary>
/// <param name="log">The log of the run; its seed decides the moments, the files and their changes.</param>
internal sealed class CrashRun(int kills, CrashLedger ledger, RunLog log)
{
    private const int KillsToCalm = 50;

    private readonly CrashTally _tally = new();

    /// <summary>Runs the kills and the checks.</summary>
    /// <exception cref="BrokenPromiseException">A file was lost, came twice or was visible in part, or something was left over.</exception>
    public async Task<string> RunAsync()
    {
        await using var fixture = new CrashFixture(log.Folder, ledger.Json);
        using var vault = new CredentialVault(fixture.Data, TimeProvider.System);
        await ledger.PrepareAsync(fixture.Data, vault);
        var producers = new Producer(fixture.Store, fixture.Server.Files, new Dice(log.Seed));
        var dice = new Dice(log.Seed + 1);
        while (_tally.Kills < kills) await RoundAsync(fixture, producers, dice, Math.Min(KillsToCalm, kills - _tally.Kills));
        (_tally.Files, _tally.States, _tally.Successors) = (fixture.Store.Count, fixture.Store.States, fixture.Arrivals.Successors);
        if (_tally.Delivered == 0) throw new BrokenPromiseException($"Nothing was delivered: nothing was put to the test. {_tally}");
        return _tally.ToString();
    }

    private async Task RoundAsync(CrashFixture fixture, Producer producers, Dice dice, int count)
    {
        using var stop = new CancellationTokenSource();
        var producing = Task.Run(() => producers.RunAsync(() => fixture.Arrivals.Missing(fixture.Store.Listed), stop.Token));
        for (var i = 0; i < count; i++) await KillAsync(fixture, dice);
        await stop.CancelAsync();
        await producing;
        var (delivered, repeated) = await new CalmCheck(fixture, ledger).RunAsync();
        (_tally.Delivered, _tally.Repeated, _tally.Calms) = (delivered, repeated, _tally.Calms + 1);
        log.Write($"calm: {_tally}");
    }

    private async Task KillAsync(CrashFixture fixture, Dice dice)
    {
        var timing = _tally.Kills == 0 ? CrashTiming.First : CrashTiming.Draw(dice);
        var trap = new CrashTrap(timing);
        fixture.OnName = trap.See;
        await using var daemon = new Daemon(fixture.Data);
        var killing = trap.SpringAsync(daemon);
        if (await ledger.DisturbAsync(dice) is { } disturbance)
        {
            _tally.Disturbances++;
            log.Write(disturbance);
        }
        await killing;
        await daemon.EndAsync();
        fixture.OnName = null;
        fixture.Check();
        await using var connection = await ledger.OpenLeftAsync();
        var trace = await LedgerEye.TraceAsync(connection);
        _tally.Count(trace);
        log.Write($"{_tally.Kills}: {timing}{(trap.WasAimed || timing.Kind == CrashKind.AfterStart ? "" : ", which never came")}: {trace}, {fixture.Arrivals.Count} arrived");
    }
}
