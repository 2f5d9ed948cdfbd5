using Accelerator.Fuzz.Tests;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Kill -9 of the real service, again and again over the same data folder, while producers write on the server. Every so often nobody kills for a while: then all that is on the server must be
/// delivered, once, and nothing be left.
/// </summary>
/// <param name="kills">How many.</param>
/// <param name="seed">Decides the moments, the files and what becomes of them.</param>
/// <param name="ledger">The ledger.</param>
/// <param name="log">What happened.</param>
internal sealed class CrashRun(int kills, ulong seed, CrashLedger ledger, EventLog log)
{
    private const int KillsToCalm = 50;

    private readonly CrashTally _tally = new();

    /// <summary>Kills, and checks.</summary>
    /// <exception cref="BrokenPromiseException">A file was lost, came twice, was visible in part, or something was left.</exception>
    public async Task<CrashTally> RunAsync()
    {
        log.Write($"{kills} kills over {ledger.Name} from seed {seed}");
        var root = Path.Combine(SoakOptions.Artifacts, $"crash-{ledger.Name}-{seed}");
        if (Directory.Exists(root)) Directory.Delete(root, recursive: true);
        Directory.CreateDirectory(root);
        await using (var scene = new CrashScene(root, ledger.Json))
        {
            using var vault = new CredentialVault(scene.Data, TimeProvider.System);
            await ledger.PrepareAsync(scene.Data, vault);
            var producers = new Producer(scene.Store, scene.Server.Files, new Dice(seed));
            var dice = new Dice(seed + 1);
            while (_tally.Kills < kills) await RoundAsync(scene, producers, dice, Math.Min(KillsToCalm, kills - _tally.Kills));
            (_tally.Files, _tally.States, _tally.Successors) = (scene.Store.Count, scene.Store.States, scene.Arrivals.Successors);
        }
        log.Write(_tally.ToString());
        // Left for a look where something was wrong.
        Directory.Delete(root, recursive: true);
        return _tally;
    }

    private async Task RoundAsync(CrashScene scene, Producer producers, Dice dice, int count)
    {
        using var stop = new CancellationTokenSource();
        var producing = Task.Run(() => producers.RunAsync(() => scene.Arrivals.Missing(scene.Store.Listed), stop.Token));
        for (var i = 0; i < count; i++) await KillAsync(scene, dice);
        await stop.CancelAsync();
        await producing;
        var (delivered, repeated) = await new CalmCheck(scene, ledger).RunAsync();
        (_tally.Delivered, _tally.Repeated, _tally.Calms) = (delivered, repeated, _tally.Calms + 1);
        log.Write($"calm: {_tally}");
    }

    private async Task KillAsync(CrashScene scene, Dice dice)
    {
        var moment = CrashMoment.Draw(dice);
        var trap = new CrashTrap(moment);
        scene.OnName = trap.See;
        await using var daemon = Daemon.Start(scene.Data);
        var killing = trap.SpringAsync(daemon);
        if (await ledger.DisturbAsync(dice) is { } disturbance)
        {
            _tally.Disturbances++;
            log.Write(disturbance);
        }
        await killing;
        await daemon.EndAsync();
        scene.OnName = null;
        scene.Check();
        await using var connection = await ledger.OpenLeftAsync();
        var trace = await LedgerEye.TraceAsync(connection);
        _tally.Count(trace);
        log.Write($"{_tally.Kills}: {moment}{(trap.WasAimed || moment.Kind == CrashKind.AfterStart ? "" : ", which never came")}: {trace}, {scene.Arrivals.Count} arrived");
    }
}
