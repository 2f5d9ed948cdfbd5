using Accelerator.Jobs.Ledger;
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
    // Time for the last late files, and for the longest back-off of a server.
    private static readonly TimeSpan Calm = TimeSpan.FromHours(3);

    private static readonly TimeSpan Step = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Kept = TimeSpan.FromHours(30);

    // After a failure the service waits for the clock: for as long as this, in steps.
    private static readonly TimeSpan Recovery = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(3);

    // The real time without any sign of activity after which the work waits for the clock: longer without a failure, when it hardly ever
    // does, so that a busy machine does not let the clock run away.
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(30);
    private static readonly TimeSpan Busy = TimeSpan.FromMilliseconds(200);

    private const long MostMemory = 250 << 20;

    private readonly AlertDigest _digest = new(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15));
    private readonly Agenda _agenda = new();
    private readonly long _began = Stopwatch.GetTimestamp();
    private long _heap, _own;
    private ConstellationPlan? _plan;
    private int _published;
    private CauseReader? _causes;
    private Task _polls = Task.CompletedTask;

    /// <summary>Runs the simulation and the checks.</summary>
    /// <returns>What happened, in words.</returns>
    /// <exception cref="BrokenPromiseException">A gap was not named, an alert was false, or a file was lost or came twice.</exception>
    public async Task<string> RunAsync()
    {
        using var folder = MemoryFolder.Make();
        var dice = new Dice(log.Seed);
        await using var fixture = new ConstellationFixture(folder.Path, log, begin => _plan = new(begin, size.Servers, size.Jobs, size.Slots, dice));
        var plan = _plan!;
        var check = new ConstellationCheck(plan, fixture);
        var changes = Changes(plan);
        foreach (var one in plan.Disturbances) Disturb(fixture, one);
        _own = GC.GetTotalMemory(forceFullCollection: true);
        await fixture.StartServiceAsync();
        var samples = 0;
        while (fixture.Clock.GetUtcNow() < plan.End + Calm)
        {
            await _agenda.RunDueAsync(fixture.Clock.GetUtcNow());
            Publish(fixture, changes);
            if (fixture.Core is not null)
            {
                await WorkAsync(fixture);
                await NotifyAsync(fixture);
                await check.SeeAsync(fixture.Clock.GetUtcNow());
            }
            if (++samples % 72 == 0) Sample(fixture);
            fixture.Clock.Advance(Step);
        }
        Sample(fixture);
        if (_heap - _own > MostMemory) throw new BrokenPromiseException($"The service and its servers hold {(_heap - _own) >> 20} MiB.");
        var peak = OpenHandles.Peak(Environment.ProcessId) ?? 0;
        var found = await check.EndAsync(await DeliveriesAsync(fixture));
        return $"{size.Jobs} jobs, {size.Servers} servers, {size.Slots} slots, {plan.Disturbances.Count} disturbances: {found} "
            + $"Heap of the service, its servers and their files {(_heap - _own) >> 20} MiB at most; the process had {peak >> 20} MiB resident at most. {Stopwatch.GetElapsedTime(_began).TotalSeconds:0} s.";
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
        for (; _published < changes.Count && changes[_published] is var (at, number, version) && at <= fixture.Clock.GetUtcNow(); _published++)
        {
            var file = _plan!.Files[number];
            var tree = fixture.TreeOf(file.Job);
            if (version == 0) tree.Remove(file.Path);
            else if (version == 1) tree.Add(file.Path, file.Content(1), at);
            else tree.ReplaceByRename(file.Path, file.Content(2), at);
        }
    }

    private void Disturb(ConstellationFixture fixture, Disturbance one)
    {
        _agenda.At(one.From, () => Note(fixture, $"{one.Kind} {one.Server} fails until {one.To:HH:mm}"));
        _agenda.At(one.To, () => Note(fixture, $"{one.Kind} {one.Server} is back"));
        switch (one.Kind)
        {
            case DisturbanceKind.Server:
                _agenda.At(one.From, () => fixture.StopServer(one.Server));
                _agenda.At(one.To, () => fixture.StartServer(one.Server));
                break;
            case DisturbanceKind.Disk:
                _agenda.At(one.From, () => fixture.FillDiskAsync(isFull: true));
                _agenda.At(one.To, () => fixture.FillDiskAsync(isFull: false));
                break;
            default:
                _agenda.At(one.From, fixture.StopServiceAsync);
                _agenda.At(one.To, fixture.StartServiceAsync);
                break;
        }
    }

    private void Note(ConstellationFixture fixture, string what) => log.Write($"{fixture.Clock.GetUtcNow():MM-dd HH:mm:ss} ==== {what}");

    // Polls all jobs and lets the service deliver. What waits for the clock gets a few seconds of it at a time; what waits for a server that is
    // not there goes on in the next step.
    private async Task WorkAsync(ConstellationFixture fixture)
    {
        var core = fixture.Core!;
        await _polls;
        _polls = Task.WhenAll(core.Jobs!.Jobs.Select(job => Task.Run(() => core.PollAsync(job.Name, CancellationToken.None))));
        var waits = 0;
        while (true)
        {
            await SettleAsync(fixture, Quiet);
            var isDone = _polls.IsCompleted;
            if (isDone && (waits >= 20 || await OpenAsync(fixture) == 0)) return;
            var now = fixture.Clock.GetUtcNow();
            if (!_plan!.Disturbances.Any(one => now >= one.From && now < one.To + Recovery) && await SettleAsync(fixture, Busy)) continue;
            fixture.Clock.Advance(Tick);
            waits++;
        }
    }

    // Returns whether there was a sign of activity meanwhile.
    private static async Task<bool> SettleAsync(ConstellationFixture fixture, TimeSpan quiet)
    {
        var (first, last, since) = (fixture.Signs, fixture.Signs, Stopwatch.GetTimestamp());
        while (Stopwatch.GetElapsedTime(since) < quiet)
        {
            await Task.Delay(2);
            if (fixture.Signs is var now && now != last) (last, since) = (now, Stopwatch.GetTimestamp());
        }
        return last != first;
    }

    private static async Task<long> OpenAsync(ConstellationFixture fixture)
    {
        await using var connection = await OpenLedgerAsync(fixture);
        return await LedgerEye.UnfinishedAsync(connection);
    }

    private static async Task<List<DeliveredRow>> DeliveriesAsync(ConstellationFixture fixture)
    {
        await using var connection = await OpenLedgerAsync(fixture);
        return await LedgerEye.DeliveriesAsync(connection);
    }

    private static async Task<DbConnection> OpenLedgerAsync(ConstellationFixture fixture)
    {
        var ledger = new SqliteCrashLedger();
        await ledger.PrepareAsync(fixture.Data, null!);
        return await ledger.OpenAsync();
    }

    // As the service's dispatcher does it.
    private async Task NotifyAsync(ConstellationFixture fixture)
    {
        if (fixture.IsNew) _causes = new CauseReader(fixture.Core!, fixture.Figures);
        fixture.IsNew = false;
        var causes = await _causes!.ReadAsync(CancellationToken.None);
        var now = fixture.Clock.GetUtcNow();
        IReadOnlyList<PendingAlert> pending = fixture.Core!.Ledger is { } ledger ? await ledger.Alerts.PendingAsync(CancellationToken.None) : [];
        if (_digest.Due(causes, pending, now) is not { } news) return;
        await fixture.SendAsync(news, CancellationToken.None);
        _digest.Notified(news, now);
    }

    private void Sample(ConstellationFixture fixture)
    {
        _heap = Math.Max(_heap, GC.GetTotalMemory(forceFullCollection: true));
        log.Write($"{fixture.Clock.GetUtcNow():MM-dd HH:mm:ss} ==== heap {_heap >> 20} MiB, resident {(OpenHandles.Resident(Environment.ProcessId) ?? 0) >> 20} MiB, {fixture.Sent.Count} messages");
    }
}

/// <summary>The size of a run.</summary>
internal sealed record ConstellationSize(int Servers, int Jobs, int Slots)
{
    /// <summary>Returns the size for a share of the whole: 40 jobs of 8 servers for 3 days.</summary>
    public static ConstellationSize Of(double scale) => new(
        Math.Max(2, (int)Math.Round(8 * scale)), Math.Max(4, (int)Math.Round(40 * scale)), Math.Max(72, (int)Math.Round(432 * scale)));
}
