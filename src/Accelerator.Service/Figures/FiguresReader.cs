using System.Globalization;
using System.Text.Json;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;
using Quartz;

namespace Accelerator.Service.Figures;

/// <summary>
/// Gathers the figures for the page, the metrics and the health checks. However many readers there are, the ledger is queried once in five
/// seconds, and for the last 24 h once a minute.
/// </summary>
/// <param name="watch">The job file.</param>
/// <param name="live">The figures from events.</param>
/// <param name="startedAt">When the service started.</param>
internal sealed class FiguresReader(
    ServiceCore core, JobFileWatch watch, LiveFigures live, TimeProvider time, DateTimeOffset startedAt) : IDisposable
{
    private static readonly TimeSpan FiguresHold = TimeSpan.FromMilliseconds(900);
    private static readonly TimeSpan LedgerHolds = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan DayHolds = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan WeekHolds = TimeSpan.FromHours(1);
    private static readonly TimeSpan LedgerPatience = TimeSpan.FromSeconds(10);

    // With a million rows a query may take longer: readers get the last figures meanwhile.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(50);

    private readonly SemaphoreSlim _one = new(1, 1);
    private (long At, ServiceFigures Figures, byte[] Json)? _last;
    private JobLedger? _asked;
    private long _askedAt;
    private LedgerReading _reading = new();
    private Task<LedgerReading>? _query;
    private readonly Dictionary<string, DateTimeOffset?> _begun = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (JobState State, DateTimeOffset At)> _since = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<GapRun>> _gaps = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<DateTimeOffset>> _reported = new(StringComparer.Ordinal);
    private IReadOnlyList<JobDefinition>? _jobs;

    /// <summary>Returns the figures of the gateways. Default: none.</summary>
    public Func<IReadOnlyList<GatewayFigures>> Gateways { get; init; } = static () => [];

    /// <summary>The number of ledger queries so far, for callers that wait for one.</summary>
    internal int Questions { get; private set; }

    /// <summary>The service's time.</summary>
    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>The last figures gathered; null before the first.</summary>
    public ServiceFigures? Last => _last?.Figures;

    /// <summary>Returns the figures, at most a second old.</summary>
    public async Task<ServiceFigures> ReadAsync(CancellationToken cancellationToken) =>
        (await GatherAsync(cancellationToken).ConfigureAwait(false)).Figures;

    /// <summary>Returns the measurements of a server's network path as JSON; null if there is no such server.</summary>
    public Task<byte[]?> ReadMeasurementsAsync(string server, CancellationToken cancellationToken) =>
        PathFigures.ReadJsonAsync(core, server, time.GetUtcNow(), cancellationToken);

    /// <summary>Returns the figures after querying the ledger again, for an operator who has just changed something.</summary>
    public async Task<ServiceFigures> ReadNowAsync(CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        (_last, _askedAt) = (null, 0);
        _one.Release();
        return await ReadAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns the same figures as JSON, serialized once for all readers.</summary>
    public async Task<byte[]> ReadJsonAsync(CancellationToken cancellationToken) =>
        (await GatherAsync(cancellationToken).ConfigureAwait(false)).Json;

    /// <summary>
    /// Returns what was delivered in each hour of the last seven days as JSON; null while it is not known, some seconds after the start.
    /// </summary>
    public async Task<byte[]?> ReadHistoryAsync(CancellationToken cancellationToken)
    {
        await GatherAsync(cancellationToken).ConfigureAwait(false);
        var (reading, jobs) = (_reading, core.Jobs?.Jobs ?? []);
        return reading is not { Week: { } week, Day: { } day } ? null : JsonSerializer.SerializeToUtf8Bytes(
            ThroughputHistory.Of(week, day, jobs, time.GetUtcNow()), FiguresJson.Default.ThroughputHistory);
    }

    /// <summary>The slots, gaps and latency of jobs as JSON.</summary>
    public SlotAnswers Slots { get; } = new(core, time);

    public void Dispose()
    {
        Slots.Dispose();
        _one.Dispose();
    }

    private async Task<(ServiceFigures Figures, byte[] Json)> GatherAsync(CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_last is not { } last || time.GetElapsedTime(last.At) >= FiguresHold)
            {
                // Not the reader's token: other readers use the result of the same query.
                await AskAsync().ConfigureAwait(false);
                var figures = await ComposeAsync().ConfigureAwait(false);
                _last = last = (time.GetTimestamp(), figures,
                    JsonSerializer.SerializeToUtf8Bytes(figures, FiguresJson.Default.ServiceFigures));
            }
            return (last.Figures, last.Json);
        }
        finally
        {
            _one.Release();
        }
    }

    private async Task AskAsync()
    {
        var (ledger, jobs) = (core.Ledger, core.Jobs?.Jobs ?? []);
        // A changed job list has other objectives, and a changed ledger has other contents.
        var isOther = ledger != _asked || jobs != _jobs;
        if (isOther) await EndQueryAsync().ConfigureAwait(false);
        if (ledger != _asked) _reading = new LedgerReading();
        (_asked, _jobs) = (ledger, jobs);
        if (ledger is null) return;
        var isDue = isOther || _askedAt == 0 || time.GetElapsedTime(_askedAt) >= LedgerHolds;
        // An operator who has just changed something needs a query that began afterwards.
        if (_askedAt == 0) await EndQueryAsync().ConfigureAwait(false);
        if (_query is null && !isDue) return;
        var waits = _reading.Ledger is null || isOther || _askedAt == 0;
        // SQLite answers on the calling thread, whatever its methods are called.
        _query ??= Task.Run(() => QueryAsync(ledger, jobs, isOther), CancellationToken.None);
        using var stop = new CancellationTokenSource();
        if (!waits) await Task.WhenAny(_query, Task.Delay(LongestWait, time, stop.Token)).ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        if (waits || _query.IsCompleted) await EndQueryAsync().ConfigureAwait(false);
    }

    // The readers of this second may go on with the last reading: it is taken over when it is complete.
    private async Task EndQueryAsync()
    {
        if (_query is null) return;
        (_reading, _query, _askedAt) = (await _query.ConfigureAwait(false), null, time.GetTimestamp());
    }

    private async Task<LedgerReading> QueryAsync(JobLedger ledger, IReadOnlyList<JobDefinition> jobs, bool isOther)
    {
        var reading = _reading;
        using var patience = new CancellationTokenSource(LedgerPatience, time);
        try
        {
            Questions++;
            var now = time.GetUtcNow();
            if (reading.Ledger is null || IsShared)
                reading = reading with { Polls = await LedgerDigest.ReadPollsAsync(ledger, patience.Token).ConfigureAwait(false) };
            reading = reading with { Ledger = await LedgerDigest.ReadAsync(ledger, now, patience.Token).ConfigureAwait(false) };
            var isAll = reading.Day is null || isOther || time.GetElapsedTime(reading.DayAt) >= DayHolds;
            reading = await WithProductsAsync(reading, ledger, jobs, isAll, now, patience.Token).ConfigureAwait(false);
            if (isAll)
                reading = reading with
                {
                    Day = await LedgerDigest.ReadDayAsync(ledger, jobs.Select(job => job.Name), now, patience.Token)
                        .ConfigureAwait(false),
                    DayAt = time.GetTimestamp(),
                };
            // Not at first: a reader waits for the first answer.
            if (_reading.Day is not null && (reading.Week is null || time.GetElapsedTime(reading.WeekAt) >= WeekHolds))
                reading = reading with
                {
                    Week = await LedgerDigest.ReadWeekAsync(ledger, now, patience.Token).ConfigureAwait(false),
                    WeekAt = time.GetTimestamp(),
                };
            return reading with { Silence = null };
        }
        catch (Exception e)
        {
            // Also for a defect: without figures the service still polls and delivers, and an exception here would end it.
            return reading.After(e, LedgerPatience);
        }
    }

    // A poll that ends after a slot's deadline makes the products of its job due at once: its gaps are named within seconds, not a minute.
    private async Task<LedgerReading> WithProductsAsync(LedgerReading reading, JobLedger ledger, IReadOnlyList<JobDefinition> jobs,
        bool isAll, DateTimeOffset now, CancellationToken cancellationToken)
    {
        // Before the ledger is read: what these polls found is in it.
        var polls = jobs.ToDictionary(job => job.Name, job => LastPoll(job.Name, reading.Polls), StringComparer.Ordinal);
        var due = isAll ? jobs : [.. jobs.Where(job => SlotVerdict.IsDue(job.Expect, reading.PollOf(job.Name), polls[job.Name]))];
        if (due.Count == 0) return reading;
        var read = await LedgerDigest.ReadProductsAsync(ledger, due, now, cancellationToken).ConfigureAwait(false);
        var products = new Dictionary<string, (ProductReading, DateTimeOffset?)>(
            reading.Products.Where(_ => !isAll), StringComparer.Ordinal);
        foreach (var (job, product) in read) products[job] = (product, polls[job]);
        return reading with { Products = products };
    }

    // With several nodes, each polls on behalf of the others too. On a single node the events since the start are more accurate: the
    // ledger records folders, and not whether a poll covered all of them.
    private DateTimeOffset? LastPoll(string job, IReadOnlyDictionary<string, DateTimeOffset> polls)
    {
        DateTimeOffset? reported = !polls.TryGetValue(job, out var known) ? null : IsShared || known < startedAt ? known : startedAt;
        return live.LastCompletePoll(job) is { } heard && !(reported > heard) ? heard : reported;
    }

    private async Task<ServiceFigures> ComposeAsync()
    {
        var (now, file) = (time.GetUtcNow(), core.Jobs);
        var jobs = new List<JobFigures>();
        List<FailureFigures> failures = [.. (_reading.Ledger?.Quarantined ?? []).Select(FailureFigures.Of)];
        var incidents = core.Events.Log.Standing;
        foreach (var gone in _begun.Keys.Except((file?.Jobs ?? []).Select(job => job.Name), StringComparer.Ordinal).ToList())
        {
            _begun.Remove(gone);
            _gaps.Remove(gone);
            _reported.Remove(gone);
        }
        foreach (var job in file?.Jobs ?? [])
            jobs.Add(
                await ComposeAsync(job, now, failures.FirstOrDefault(failure => failure.Job == job.Name),
                    JobVerdict.Concerning(job, incidents)).ConfigureAwait(false));
        var sessions = core.Runner?.Sessions;
        var nodes = NodeFigures.Of(_reading.Ledger?.Nodes ?? [], core.Node, file?.Digest);
        return new ServiceFigures
        {
            Now = now,
            Version = ServiceVersion.Text,
            Computer = Environment.MachineName,
            StartedAt = startedAt,
            State = core.State.ToString().ToLowerInvariant(),
            Jobs = jobs,
            Servers = [.. (file?.Servers.Values ?? []).Select(server => ServerOf(server, file!, sessions))],
            Gateways = Gateways(),
            Nodes = nodes,
            Transfers = live.Transfers.Read(),
            Failures = failures,
            Concerns = [.. Concerns(jobs, failures, [.. incidents, .. nodes.Where(node => node.Sentence is not null).Select(
                node => new OpenIncident($"node {node.Name}", SafeText.Escape(node.Sentence!), node.SeenAt!.Value))], now)],
            NotReady = [.. NotReady(jobs)],
            JobFileReadAt = watch.State.ReadAt,
            JobFileProblems = watch.State.Problems.Count,
            LedgerAt = _reading.Ledger?.At,
            SpansFrom = _reading.Day?.Spans[0].Start,
            Spans = [.. (_reading.Day?.Spans ?? []).Select(span => span.Bytes)],
            SpanFiles = [.. (_reading.Day?.Spans ?? []).Select(span => span.Files)],
        };
    }

    private async Task<JobFigures> ComposeAsync(
        JobDefinition job, DateTimeOffset now, FailureFigures? latest, IReadOnlyList<(JobState, OpenIncident)> incidents)
    {
        var name = job.Name;
        var waiting = _reading.Ledger?.Counts.Where(count => count.Job == name && count.State.IsWaiting()).ToList();
        var (standing, delivered) = (_reading.Ledger?.Standings.GetValueOrDefault(name),
            _reading.Ledger?.Delivered.GetValueOrDefault(name));
        var poll = LastPoll(name, _reading.Polls);
        var paused = _reading.Ledger?.Paused.GetValueOrDefault(name);
        var figures = new JobFigures
        {
            Name = name,
            Server = job.Server.Name,
            IsEnabled = job.IsEnabled,
            PausedSince = paused?.At,
            PausedReason = paused?.Reason,
            ObjectiveSeconds = job.Objective?.TotalSeconds,
            OldestSince = standing?.OldestUndelivered,
            WaitingFiles = waiting?.Sum(count => count.Files),
            WaitingBytes = waiting?.Sum(count => count.Bytes),
            FailedFiles = CountOf(name, FileState.Failed),
            QuarantinedFiles = CountOf(name, FileState.Quarantined),
            GivenUpEffects = _reading.Ledger is null ? null : _reading.Ledger.GivenUp.GetValueOrDefault(name)?.Count ?? 0,
            GivenUpError = _reading.Ledger?.GivenUp.GetValueOrDefault(name)?.Error,
            DeliveredFiles = _reading.Ledger is null ? null : delivered?.Files ?? 0,
            DeliveredBytes = _reading.Ledger is null ? null : delivered?.Bytes ?? 0,
            LastDelivery = standing?.LastPublished,
            LastCompletePoll = poll,
            NextPoll = await NextAsync(name).ConfigureAwait(false),
            Hours = _reading.Day?.Hours.GetValueOrDefault(name) ?? [],
        };
        var isPaused = core.State == CoreState.Paused || paused is not null;
        // No poll was due before the job existed, or while it was paused.
        var begun = Begun(name, isIdle: isPaused || !job.IsEnabled, now);
        var since = poll > begun ? poll.Value : begun;
        figures = WithProducts(figures, job, begun, now);
        var judged = JobVerdict.Of(figures, now, isPaused, PollOverdue.End(job.Schedule, since), latest, incidents);
        if (!_since.TryGetValue(name, out var before) || before.State != judged.State) _since[name] = (judged.State, now);
        // The incident that stops a job is the cause of its new gaps, and is reported itself.
        var isStopped = judged.State is JobState.Paused or JobState.Silent or >= JobState.Blind;
        if (!isStopped) _reported[name] = [.. (judged.Slots?.Gaps ?? []).Select(run => run.Begun)];
        else _reported.TryAdd(name, []);
        return judged;
    }

    private JobFigures WithProducts(JobFigures figures, JobDefinition job, DateTimeOffset begun, DateTimeOffset now)
    {
        // Judged by the polls before the reading: what a later poll found is not in it, and would count as absent.
        if (!_reading.Products.TryGetValue(job.Name, out var read)) return figures;
        // After a query that failed, the reading may have the slots of a rule that the job file no longer contains.
        var (products, poll) = (job.Expect is null ? read.Reading with { Slots = null } : read.Reading, read.Poll);
        var lastSeen = products.LastSeen ?? figures.LastDelivery;
        if (products.Slots is { } plan)
            _gaps[job.Name] = SlotVerdict.Runs(
                job.Expect!, plan.Gaps, poll, now, _gaps.GetValueOrDefault(job.Name) ?? [], LedgerDigest.WatchedFor(job));
        return figures with
        {
            Latency = products.Latency,
            Slots = products.Slots is { } slots ? SlotFigures.Of(slots) with { Gaps = _gaps[job.Name] } : null,
            Mismatch = products.Slots is { } all ? SlotVerdict.Mismatch(job, all) : null,
            SilentSince = SlotVerdict.SilentSince(job, products.Outages, lastSeen, begun, poll, now),
            OutageUntil = Outage.At(products.Outages, now)?.To,
        };
    }

    // The earliest time the job could poll: when it entered the job file, or was resumed. The entry is null while it cannot poll.
    private DateTimeOffset Begun(string job, bool isIdle, DateTimeOffset now)
    {
        var isKnown = _begun.TryGetValue(job, out var begun);
        if (isIdle) _begun[job] = null;
        else if (begun is null) _begun[job] = begun = isKnown ? now : watch.State.ReadAt ?? startedAt;
        return begun ?? now;
    }

    private async Task<DateTimeOffset?> NextAsync(string job)
    {
        try
        {
            return core.Schedules is { } schedules ? await schedules.NextAsync(job, CancellationToken.None).ConfigureAwait(false) : null;
        }
        catch (SchedulerException)
        {
            // It is shut down for another job file, or its database does not answer, which the incident of the ledger reports.
            return null;
        }
    }

    private bool IsShared => core.Jobs?.Ledger.Kind == LedgerKind.PostgreSql;

    private long? CountOf(string job, FileState state) =>
        _reading.Ledger?.Counts.Where(count => count.Job == job && count.State == state).Sum(count => count.Files);

    private ServerFigures ServerOf(ServerDefinition server, JobFile file, IReadOnlyDictionary<string, int>? sessions)
    {
        var (rate, files) = live.Of(server.Name);
        var spans = new long[_reading.Day?.Spans.Count ?? 0];
        foreach (var job in file.Jobs.Where(job => job.Server.Name == server.Name))
        {
            if (_reading.Day?.JobSpans.GetValueOrDefault(job.Name) is not { } own) continue;
            for (var i = 0; i < spans.Length; i++) spans[i] += own[i].Bytes;
        }
        return new ServerFigures(server.Name, $"{server.Endpoint.Host}:{server.Endpoint.Port}",
            sessions?.GetValueOrDefault(server.Name) ?? 0, server.Sessions, rate, files, spans);
    }

    private IEnumerable<OpenIncident> Concerns(
        IReadOnlyList<JobFigures> jobs, IReadOnlyList<FailureFigures> failures, IReadOnlyList<OpenIncident> incidents, DateTimeOffset now)
    {
        if (watch.State is { WrongSince: { } wrong, Problems: var problems })
            yield return new OpenIncident("job file", string.Join('\n', problems), wrong);
        if (_reading.Silence is { } silence && incidents.All(incident => incident.About != "ledger"))
            yield return new OpenIncident("ledger", silence, _reading.Ledger?.At ?? startedAt);
        var others = jobs.Where(job => job.Sentence is not null && !JobVerdict.IsReportedAsIncident(job.State)
                && (job.State != JobState.Gaps || job.Mismatch is not null))
            .Select(job => (job.State, Incident: new OpenIncident(
                job.State == JobState.Silent ? $"silence of {job.Name}" : $"job {job.Name}",
                SafeText.Escape(job.Sentence!), Since(job) ?? now)));
        foreach (var (_, incident) in incidents.Select(incident => (State: StateOf(incident), Incident: incident)).Concat(others)
            .Concat(jobs.SelectMany(Gaps))
            .OrderByDescending(concern => concern.State)) yield return incident;

        // The worst state that an incident causes. Without the ledger no job does anything.
        JobState StateOf(OpenIncident incident) => incident.About == "ledger" ? JobState.Unreachable
            : jobs.Where(job => job.Sentence == incident.Message).Select(job => job.State).DefaultIfEmpty().Max();

        // Gaps of one cause are one incident. Those that were reported before the job was stopped stay so: they are not closed.
        IEnumerable<(JobState State, OpenIncident Incident)> Gaps(JobFigures job) =>
            from run in job.Mismatch is not null || job.State == JobState.Off ? [] : job.Slots?.Gaps ?? []
            where _reported[job.Name].Contains(run.Begun)
            select (JobState.Gaps, new OpenIncident(
                string.Create(CultureInfo.InvariantCulture, $"slots since {run.Begun.UtcDateTime:yyyy-MM-dd HH:mm} of {job.Name}"),
                SafeText.Escape(SlotVerdict.Sentence(job.Name, run)), run.Since) { Expires = run.Expires });

        DateTimeOffset? Since(JobFigures job) => job.State switch
        {
            JobState.Silent => job.SilentSince,
            JobState.Late => job.OldestSince,
            JobState.Blind => job.LastCompletePoll ?? _begun[job.Name] ?? startedAt,
            JobState.Behind or JobState.Effects or JobState.Gaps => _since[job.Name].At,
            _ => failures.LastOrDefault(failure => failure.Job == job.Name)?.Since,
        };
    }

    private IEnumerable<string> NotReady(IReadOnlyList<JobFigures> jobs)
    {
        if (core.State == CoreState.Stopping) yield return "The service stops.";
        if (core.Jobs is null) yield return "No job file is in force.";
        else if (core.Ledger is null) yield return "The ledger does not answer.";
        else if (_reading.Silence is { } silence) yield return silence;
        foreach (var sentence in jobs.Where(job => JobVerdict.IsNotReady(job.State)).Select(job => job.Sentence!).Distinct())
            yield return sentence;
    }
}
