using Accelerator.Soak.Tests.Constellation;

namespace Accelerator.Soak.Tests.Days;

/// <summary>
/// Simulates days of a service in minutes: its polls and deliveries, a server with its producers, and outages. The clock stands still while
/// work is in progress and jumps to the next event when there is none. Only leases use the real clock.
/// </summary>
/// <param name="length">Simulated time.</param>
/// <param name="log">What happened; its seed decides the files and the outages.</param>
internal sealed class DayRun(TimeSpan length, CrashLedger ledger, RunLog log)
{
    // Without producers and outages: the longest back-off of a server, two polls, and the deliveries that follow.
    private static readonly TimeSpan Calm = TimeSpan.FromHours(2);

    private static readonly TimeSpan Sampling = TimeSpan.FromMinutes(15);

    // The real time without any sign of activity after which no work is in progress, or the work waits for the clock.
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(12);
    private static readonly TimeSpan Stuck = TimeSpan.FromMilliseconds(60);

    // On a busy machine a thread that has work waits for a processor for longer than that. One that never rests must not stop the clock.
    private static readonly TimeSpan LongestRest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestStep = TimeSpan.FromSeconds(15);

    private readonly Agenda _agenda = new();
    private readonly Dictionary<string, Task> _polls = [];
    private readonly HeldThings _held = new();
    private readonly List<long> _heap = [];
    private readonly List<DeliveredRow> _rows = [];
    private DbConnection? _eye;
    private int _pollCount;

    /// <summary>Runs the simulation and the checks.</summary>
    /// <returns>What happened, in words.</returns>
    /// <exception cref="BrokenPromiseException">A file was lost, came twice or was wrong, or the service's resources grew.</exception>
    public async Task<string> RunAsync()
    {
        await using var fixture = new DayFixture(log.Folder, ledger, log, length);
        var begin = fixture.Clock.GetUtcNow();
        await fixture.StartServiceAsync();
        var producer = new DayProducer(fixture, _agenda, new Dice(log.Seed), begin + length);
        var outages = new Outages(fixture, ledger, _agenda, new Dice(log.Seed + 1), log);
        producer.Begin(begin);
        outages.Plan(begin, length);
        foreach (var job in fixture.Jobs(DayFixture.Disk).Jobs) PollEvery(fixture, job.Name, job.Schedule.Every!.Value, begin);
        Sample(fixture, outages, begin + Sampling);
        await GoAsync(fixture, begin + length + Calm);
        await ReadDeliveriesAsync();
        if (_eye is not null) await _eye.DisposeAsync();
        var found = await new DayCheck(fixture, ledger, producer, outages, _rows).RunAsync(begin + length);
        return $"{length.TotalHours:0} hours, {outages.Count} outages, {_pollCount} looks: {found} {CheckHeld()}";
    }

    private async Task GoAsync(DayFixture fixture, DateTimeOffset end)
    {
        var clock = fixture.Clock;
        var step = TimeSpan.FromSeconds(1);
        while (clock.GetUtcNow() < end)
        {
            await _agenda.RunDueAsync(clock.GetUtcNow());
            fixture.Check();
            var isQuiet = await SettleAsync(fixture);
            var left = (_agenda.Next < end ? _agenda.Next : end) - clock.GetUtcNow();
            // Work in progress may wait for a timestamp of the clock, and the steps that follow it must not be jumped over.
            step = isQuiet ? TimeSpan.FromSeconds(1) : step * 2 < LongestStep ? step * 2 : LongestStep;
            if (left > TimeSpan.Zero) clock.Advance(isQuiet || left < step ? left : step);
        }
    }

    private void PollEvery(DayFixture fixture, string job, TimeSpan every, DateTimeOffset at) => _agenda.At(at, () =>
    {
        // As in the schedule: a job never has two polls at a time, and a missed poll is skipped.
        if (fixture.Core is { } core && _polls.GetValueOrDefault(job) is not { IsCompleted: false })
        {
            _pollCount++;
            _polls[job] = Task.Run(() => core.PollAsync(job, CancellationToken.None));
        }
        PollEvery(fixture, job, every, at + every);
    });

    // Returns true when no work is in progress, and false when the work waits for the clock.
    private async Task<bool> SettleAsync(DayFixture fixture)
    {
        var (last, since, rest) = (Signs(fixture), Stopwatch.GetTimestamp(), Stopwatch.GetTimestamp());
        while (true)
        {
            await Task.Delay(2);
            var now = Signs(fixture);
            if (now != last) (last, since, rest) = (now, Stopwatch.GetTimestamp(), Stopwatch.GetTimestamp());
            var silence = Stopwatch.GetElapsedTime(since);
            if (silence < Quiet) continue;
            // One is the thread that runs this.
            if (Stopwatch.GetElapsedTime(rest) < LongestRest && RunnableThreads.Count(Environment.ProcessId) > 1)
            {
                since = Stopwatch.GetTimestamp();
                continue;
            }
            if (silence >= Stuck) return false;
            if (_polls.Values.All(poll => poll.IsCompleted) && await InProgressAsync() == 0) return true;
        }
    }

    private (long Sent, int Transfers, int Connections, int Arrived, int LogLines, int Polls) Signs(DayFixture fixture) =>
        (fixture.Server.Log.BytesSent, fixture.Server.Log.RunningTransfers, fixture.Server.Log.ControlConnections, fixture.Arrivals.Count, fixture.LogLines, _polls.Values.Count(poll => poll.IsCompleted));

    private async Task<long> InProgressAsync()
    {
        try
        {
            _eye ??= await ledger.OpenAsync();
            return await LedgerEye.InProgressAsync(_eye);
        }
        catch (DbException)
        {
            // PostgreSQL is down, so nothing that needs it is in progress.
            if (_eye is not null) await _eye.DisposeAsync();
            _eye = null;
            return 0;
        }
    }

    private async Task ReadDeliveriesAsync()
    {
        try
        {
            _eye ??= await ledger.OpenAsync();
            _rows.AddRange(await LedgerEye.DeliveriesAsync(_eye, _rows.Count == 0 ? 0 : _rows[^1].Id));
        }
        catch (DbException)
        {
            if (_eye is not null) await _eye.DisposeAsync();
            _eye = null;
        }
    }

    // Read the deliveries too, because the ledger deletes them.
    private void Sample(DayFixture fixture, Outages outages, DateTimeOffset at) => _agenda.At(at, async () =>
    {
        Sample(fixture, outages, at + Sampling);
        await ReadDeliveriesAsync();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        var (heap, handles, resident) = (GC.GetTotalMemory(forceFullCollection: true), OpenHandles.Count(Environment.ProcessId) ?? 0, OpenHandles.Resident(Environment.ProcessId) ?? 0);
        log.Write($"{at:MM-dd HH:mm:ss} ==== heap {heap >> 10} KiB, resident {resident >> 10} KiB, {handles} descriptors, {fixture.Clock.ActiveTimers} timers, {fixture.Arrivals.Count} arrived");
        // A server that hangs keeps, in this process, every connection that the service has long closed.
        if (outages.IsOn(at)) return;
        _heap.Add(heap);
        _held.Add(handles, resident);
    });

    // The recorders of this harness keep some hundred bytes of each file; a leak of a buffer at each poll would be a hundred times as much.
    private string CheckHeld()
    {
        const long MoreHeap = 6 << 20;
        _held.Check();
        var third = _heap.Count / 3;
        var (then, now) = ((long)_heap.Skip(third).Take(third).DefaultIfEmpty().Average(), (long)_heap.Skip(2 * third).DefaultIfEmpty().Average());
        if (now > then + MoreHeap) throw new BrokenPromiseException($"The heap grows: {then >> 10} KiB on average in the second third and {now >> 10} KiB in the last.");
        return $"Held: {then >> 10} KiB of heap on average in the second third, {now >> 10} KiB in the last; {_held}.";
    }
}
