using Accelerator.Jobs.Delivering;
using Accelerator.Service.Alerts;
using Accelerator.Soak.Tests.Days;

namespace Accelerator.Soak.Tests.Constellation;

/// <summary>
/// Simulates days of many archives in minutes: every five minutes of the clock the service polls all jobs, delivers what it found, and is
/// asked what it shows and alerts. The clock stands still while work is in progress.
/// </summary>
/// <param name="size">The number of servers, jobs and slots.</param>
/// <param name="log">What happened; its seed decides everything.</param>
internal sealed class ConstellationRun(ConstellationSize size, RunLog log)
{
    private const long MostMemory = 250 << 20;

    // Time for the last late files, and for the longest back-off of a server.
    private static readonly TimeSpan Calm = TimeSpan.FromHours(3);

    private static readonly TimeSpan Kept = TimeSpan.FromHours(30);
    private static readonly TimeSpan Sampling = TimeSpan.FromHours(6);

    // What waits for the clock gets a little of it at first. While something fails it gets more as long as nothing happens; otherwise it
    // does not, so that on a busy machine the clock does not reach a time-out before a server has had the processor.
    private static readonly TimeSpan FirstTick = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan LongestTick = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Recovery = TimeSpan.FromMinutes(10);

    // A server that is not there must not delay what is shown of the others.
    private static readonly TimeSpan ShownAfter = TimeSpan.FromMinutes(1);

    // The lease, its grace, and the time between two looks for expired leases, by the real clock; thrice, for a busy machine.
    private static readonly TimeSpan TakeOver = (LeaseTimes.Default.Lease + LeaseTimes.Default.Grace + TimeSpan.FromSeconds(5)) * 3;

    private readonly Agenda _agenda = new();
    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly Dice _dice = new(log.Seed);
    private ConstellationPlan _plan = null!;
    private ConstellationCheck _check = null!;
    private DbConnection _eye = null!;
    private NodeLook? _armed;
    private int _killAfter;
    private string _death = "no node died";
    private int _published;

    /// <summary>Runs the simulation and the checks.</summary>
    /// <returns>What happened, in words.</returns>
    /// <exception cref="BrokenPromiseException">A gap was not named, an alert was false, or a file was lost or came twice.</exception>
    // On a thread of the pool, which the looks at the pool expect.
    public Task<string> RunAsync() => Task.Run(SimulateAsync);

    private async Task<string> SimulateAsync()
    {
        PoolActivity.AllowBlocking();
        using var folder = MemoryFolder.Make();
        var begin = new DateTimeOffset(2026, 1, 2, 4, 0, 0, TimeSpan.Zero);
        _plan = new ConstellationPlan(begin, size.Servers, size.Jobs, size.Slots, _dice);
        await using var fixture = new ConstellationFixture(folder.Path, log, begin, _plan);
        _check = new ConstellationCheck(_plan, fixture);
        var changes = Changes(_plan);
        foreach (var one in _plan.Disturbances) Disturb(fixture, one);
        fixture.StartNode();
        _eye = await OpenLedgerAsync(fixture);
        await using var eye = _eye;
        for (var now = begin; now < _plan.End + Calm; now += ConstellationPlan.PollEvery)
        {
            fixture.AdvanceTo(now);
            await _agenda.RunDueAsync(now);
            Publish(fixture, changes);
            fixture.Node.Ask("poll");
            await WorkAsync(fixture, now, now + ConstellationPlan.PollEvery);
            Show(fixture);
            if ((now - begin).Ticks % Sampling.Ticks == 0) Sample(fixture);
        }
        Sample(fixture);
        var found = await _check.EndAsync(await LedgerEye.DeliveriesAsync(_eye));
        if (_armed is not null) throw new BrokenPromiseException("No node that held a file could be killed until the end.");
        if (fixture.Peak > MostMemory) throw new BrokenPromiseException($"The service had {fixture.Peak >> 20} MiB resident.");
        return $"{size.Jobs} jobs, {size.Servers} servers, {size.Slots} slots, {_plan.Disturbances.Count} disturbances: {found} {_death}. "
            + $"The service had {fixture.Peak >> 20} MiB resident at most. {Stopwatch.GetElapsedTime(_began).TotalSeconds:0} s.";
    }

    // As numbers and not as actions: there are some hundred thousand.
    private static List<(DateTimeOffset At, int File, int Version)> Changes(ConstellationPlan plan)
    {
        var changes = new List<(DateTimeOffset At, int File, int Version)>();
        for (var i = 0; i < plan.Files.Count; i++)
        {
            var file = plan.Files[i];
            if (file.Comes is not { } comes) continue;
            changes.Add((comes, i, 1));
            if (file.Again is { } again) changes.Add((again, i, 2));
            changes.Add((file.At + Kept, i, 0));
        }
        changes.Sort();
        return changes;
    }

    private void Publish(ConstellationFixture fixture, List<(DateTimeOffset At, int File, int Version)> changes)
    {
        for (; _published < changes.Count && changes[_published] is var (at, number, version) && at <= fixture.Now; _published++)
        {
            var file = _plan.Files[number];
            var tree = fixture.TreeOf(file.Job);
            if (version == 0) tree.Remove(file.Path);
            else if (version == 1) tree.Add(file.Path, file.Content(1), at);
            else tree.ReplaceByRename(file.Path, file.Content(2), at);
        }
    }

    private void Disturb(ConstellationFixture fixture, Disturbance one)
    {
        _agenda.At(one.From, () => Note(fixture, one.Kind == DisturbanceKind.Node ? "The node dies in its next deliveries" : $"{one.Kind} {one.Server} fails until {one.To:MM-dd HH:mm}"));
        if (one.Kind != DisturbanceKind.Node) _agenda.At(one.To, () => Note(fixture, $"{one.Kind} {one.Server} is back"));
        switch (one.Kind)
        {
            case DisturbanceKind.Server:
                _agenda.At(one.From, () => fixture.StopServer(one.Server));
                _agenda.At(one.To, () => fixture.StartServer(one.Server));
                break;
            case DisturbanceKind.Disk:
                _agenda.At(one.From, () => fixture.FillDisk(isFull: true));
                _agenda.At(one.To, () => fixture.FillDisk(isFull: false));
                break;
            default:
                _agenda.At(one.From, () => (_armed, _killAfter) = (fixture.Node.Look(), 3 + _dice.Below(20)));
                break;
        }
    }

    private void Note(ConstellationFixture fixture, string what) => log.Write($"{fixture.Now:MM-dd HH:mm:ss} ==== {what}");

    // Lets the service deliver what its polls find, at most until the next polls.
    private async Task WorkAsync(ConstellationFixture fixture, DateTimeOffset from, DateTimeOffset until)
    {
        var (tick, reports, isShown) = (FirstTick, 0L, false);
        while (true)
        {
            var look = fixture.Settle(MustDie);
            if (MustDie(look)) await FailOverAsync(fixture);
            else if (look.Polls == 0 && await LedgerEye.UnfinishedAsync(_eye) == 0) return;
            if (fixture.Now >= until) return;
            if (!isShown && fixture.Now >= from + ShownAfter) Show(fixture);
            isShown |= fixture.Now >= from + ShownAfter;
            var isWell = !_plan.Disturbances.Any(one => from >= one.From && from < one.To + Recovery);
            tick = isWell || look.Reports != reports ? FirstTick : tick * 2 < LongestTick ? tick * 2 : LongestTick;
            reports = look.Reports;
            fixture.AdvanceTo(fixture.Now + tick < until ? fixture.Now + tick : until);
        }
    }

    // While files are in progress, and some are done. Nothing was in progress when this was decided.
    private bool MustDie(NodeLook look) =>
        _armed is { } armed && look.Ended - armed.Ended >= _killAfter && look.Begun - armed.Begun > look.Ended - armed.Ended;

    // The peer has another name, so that it may not end the leases of the dead node, as a restart of the same node does: it waits for them.
    private async Task FailOverAsync(ConstellationFixture fixture)
    {
        _armed = null;
        var dead = fixture.Node.Name;
        fixture.KillNode();
        var held = await LedgerEye.HeldByAsync(_eye, dead);
        var since = Stopwatch.GetTimestamp();
        fixture.StartNode();
        // Its last files were finished between the decision and the kill, as happens on a busy machine: the next node is killed in its place.
        if (held == 0)
        {
            _armed = fixture.Node.Look();
            Note(fixture, $"{dead} was killed and held no file");
            return;
        }
        while (await LedgerEye.HeldByAsync(_eye, dead) > 0)
        {
            if (Stopwatch.GetElapsedTime(since) > TakeOver) throw new BrokenPromiseException($"{fixture.Node.Name} has not taken over the files of {dead} for {TakeOver.TotalSeconds:0} s.");
            await Task.Delay(50);
        }
        _death = $"{dead} was killed while it held {held} files, and its peer took them over {Stopwatch.GetElapsedTime(since).TotalSeconds:0.0} s later";
        Note(fixture, _death);
    }

    private static async Task<DbConnection> OpenLedgerAsync(ConstellationFixture fixture)
    {
        var ledger = new SqliteCrashLedger();
        await ledger.PrepareAsync(fixture.Data, null!);
        return await ledger.OpenAsync();
    }

    // What the page shows, and what the service sends to operators.
    private void Show(ConstellationFixture fixture)
    {
        foreach (var news in JsonSerializer.Deserialize<List<AlertNews>>(fixture.Node.Ask("news"))!) fixture.Send(news);
        _check.See(fixture.Node.Ask("figures"), fixture.Now);
    }

    private void Sample(ConstellationFixture fixture)
    {
        fixture.Measure();
        Note(fixture, $"resident {fixture.Node.Resident >> 20} MiB, at most {fixture.Peak >> 20} MiB; {fixture.Sent.Count} messages");
    }
}

/// <summary>The size of a run.</summary>
internal sealed record ConstellationSize(int Servers, int Jobs, int Slots)
{
    /// <summary>Returns the size for a share of the whole: 40 jobs of 8 servers for 3 days.</summary>
    public static ConstellationSize Of(double scale) => new(
        Math.Max(2, (int)Math.Round(8 * scale)), Math.Max(4, (int)Math.Round(40 * scale)), Math.Max(72, (int)Math.Round(432 * scale)));
}
