using System.Globalization;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Logging;
using Quartz;

namespace Accelerator.Service.Hosting;

/// <summary>The rows of <see cref="VerbTable"/> for jobs.</summary>
/// <param name="watch">Knows the ledger of an invalid job file.</param>
/// <param name="figures">The figures with the state of each job.</param>
/// <param name="log">Records changes by operators.</param>
internal sealed class JobVerbs(ServiceCore core, JobFileWatch watch, FiguresReader figures, ILogger log)
{
    private const int MostFiles = 1000;
    private const int LongestReason = 1000;

    /// <summary>The interval of notices that a poll is in progress: a client gives up after 30 s of silence. Default 10 s.</summary>
    public TimeSpan NotifyEvery { get; init; } = TimeSpan.FromSeconds(10);

    public IReadOnlyList<ControlVerb> Rows =>
    [
        new("job.list", "List the jobs with their state, waiting files and last delivery.",
            (_, reply, token) => GuardAsync(() => ListAsync(reply, token), token)),
        new("job.run", "Poll the folders of a job now (`job`). With `dry` (`true`): write nothing and list the files held back.",
            (request, reply, token) => GuardAsync(() => RunAsync(request, reply, token), token)),
        new("job.pause", "Pause a job: it claims no further files and does not poll (`job`, optional `reason`).",
            (request, _, token) => GuardAsync(() => PauseAsync(request, token), token)),
        new("job.resume", "Resume a paused job (`job`).",
            (request, reply, token) => GuardAsync(() => ResumeAsync(request, reply, token), token)),
        new("job.retry",
            "Queue the failed and quarantined files of a job again (`job`, optional `name` of a file); "
                + "with `effects` (`true`) its failed commands and manifest lines.",
            (request, reply, token) => GuardAsync(() => RetryAsync(request, reply, token), token)),
        new("job.skip", "Skip the undelivered files of a name (`job`, `name`, optional `reason`).",
            (request, reply, token) => GuardAsync(() => SkipAsync(request, reply, token), token)),
        new("job.history",
            "List deliveries, the newest first (optional `job`, `before`, `most`, `name` with `*` and `?`, `since`, `until`).",
            (request, reply, token) => GuardAsync(() => HistoryAsync(request, reply, token), token)),
        new("job.failures", "List failed, quarantined and lost files, the latest first (optional `job`, `most`).",
            (request, reply, token) => GuardAsync(() => FailuresAsync(request, reply, token), token)),
        .. new ProductVerbs(() => Open().Ledger, () => Open().Runner.File, () => figures.Now, log).Rows.Select(row => row with
        {
            RunAsync = (request, reply, token) => GuardAsync(() => row.RunAsync(request, reply, token), token),
        }),
    ];

    private async Task ListAsync(ControlReply reply, CancellationToken cancellationToken)
    {
        await NotifyPauseAsync(null, reply, cancellationToken).ConfigureAwait(false);
        var jobs = await Queries().ListAsync(cancellationToken).ConfigureAwait(false);
        var known = (await figures.ReadNowAsync(cancellationToken).ConfigureAwait(false)).Jobs.ToDictionary(
            job => job.Name, StringComparer.Ordinal);
        foreach (var job in jobs)
        {
            var standing = known.GetValueOrDefault(job.Name);
            var next = job.PausedSince is null ? await NextAsync(job.Name, cancellationToken).ConfigureAwait(false) : null;
            await reply.SayAsync("job", job with { NextPoll = next, State = standing?.State.Name(),
                Sentence = standing?.Sentence }, ControlJson.Default.JobStatus, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<DateTimeOffset?> NextAsync(string job, CancellationToken cancellationToken)
    {
        try
        {
            return core is { State: CoreState.Running, Schedules: { } schedules }
                ? await schedules.NextAsync(job, cancellationToken).ConfigureAwait(false) : null;
        }
        catch (SchedulerException)
        {
            // It is shut down for another job file, or its database does not answer, which the incident of the ledger reports.
            return null;
        }
    }

    private async Task RunAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (job, isDry) = (request.Text("job"), IsTrue(request, "dry"));
        Queries().CheckDefined(job);
        var (runner, ledger) = Open();
        await NotifyPauseAsync(job, reply, cancellationToken).ConfigureAwait(false);
        var report = await PollAsync(runner, job, isDry, reply, cancellationToken).ConfigureAwait(false);
        foreach (var folder in report.Folders)
            await reply.SayAsync("folder", PolledFolder.Of(folder), ControlJson.Default.PolledFolder,
                cancellationToken).ConfigureAwait(false);
        if (!isDry) return;
        var held = await HeldFiles.ReadAsync(report, ledger, MostFiles, cancellationToken).ConfigureAwait(false);
        foreach (var file in held.Files)
            await reply.SayAsync("file", file, ControlJson.Default.HeldFile, cancellationToken).ConfigureAwait(false);
        if (held.More > 0) await reply.SayAsync("more", held.More, ControlJson.Default.Int64, cancellationToken).ConfigureAwait(false);
        if (held.Files.Count > 0 && runner.File.Jobs.FirstOrDefault(one => one.Name == job) is { } definition)
            await NoteAsync($"A file of {job} counts as complete when {Words(definition.Completeness)}.", reply,
                cancellationToken).ConfigureAwait(false);
        if (held.Quarantined > 0)
            await NoteAsync($"{job} has {CountText.Of(held.Quarantined, "failed or quarantined file")}. To list them, run: "
                + $"ftpx job history {job} --failures", reply, cancellationToken).ConfigureAwait(false);
    }

    // A client that disconnects during the poll ends it.
    private async Task<PollReport> PollAsync(
        JobRunner runner, string job, bool isDry, ControlReply reply, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var poll = runner.PollAsync(job, isDry, stop.Token);
        try
        {
            while (await Task.WhenAny(poll, Task.Delay(NotifyEvery, TimeProvider.System, stop.Token)).ConfigureAwait(false) != poll)
                await reply.SayAsync("looking", job, ControlJson.Default.String, cancellationToken).ConfigureAwait(false);
            return await poll.ConfigureAwait(false)
                ?? throw new ControlException(ControlFailure.NotFound, $"The job {job} was just removed from the job file.");
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await ((Task)poll).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task PauseAsync(ControlRequest request, CancellationToken cancellationToken)
    {
        var (job, reason) = (request.Text("job"), Reason(request));
        Queries().CheckDefined(job);
        await Open().Ledger.Upkeep.PauseAsync(job, reason, cancellationToken).ConfigureAwait(false);
        ServiceEvents.JobChanged(log, job, "paused");
    }

    private async Task ResumeAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var job = request.Text("job");
        var (runner, ledger) = Open();
        var wasPaused = await ledger.Upkeep.ResumeAsync(job, cancellationToken).ConfigureAwait(false);
        // A job that was paused and then removed from the file can be resumed.
        if (!wasPaused) Queries().CheckDefined(job);
        runner.Wake();
        if (wasPaused) ServiceEvents.JobChanged(log, job, "resumed");
        await reply.SayAsync("was_paused", wasPaused, ControlJson.Default.Boolean, cancellationToken).ConfigureAwait(false);
    }

    private async Task RetryAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (job, name) = (request.Text("job"), request.OptionalText("name"));
        await Queries().CheckAsync(job, cancellationToken).ConfigureAwait(false);
        var (runner, ledger) = Open();
        if (IsTrue(request, "effects"))
        {
            if (name is not null)
                throw new ControlException(
                    ControlFailure.Usage, "Commands and manifest lines are retried for a whole job: omit the file name.");
            var effects = await ledger.Effects.RetryAsync(job, cancellationToken).ConfigureAwait(false);
            if (effects > 0) ServiceEvents.JobChanged(log, job, "set to retry its failed commands and manifest lines");
            await reply.SayAsync("queued", effects, ControlJson.Default.Int64, cancellationToken).ConfigureAwait(false);
            return;
        }
        var queued = await ledger.Upkeep.RetryAsync(job, name, cancellationToken).ConfigureAwait(false);
        if (queued == 0 && name is not null)
            throw new ControlException(ControlFailure.NotFound,
                $"{job} has no failed or quarantined file of that name. To list such files, run: ftpx job history {job} --failures");
        runner.Wake();
        if (queued > 0) ServiceEvents.JobChanged(log, job, "set to retry its failed and quarantined files");
        await reply.SayAsync("queued", queued, ControlJson.Default.Int64, cancellationToken).ConfigureAwait(false);
    }

    private async Task SkipAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (job, name) = (request.Text("job"), request.Text("name"));
        await Queries().CheckAsync(job, cancellationToken).ConfigureAwait(false);
        var skipped = await Open().Ledger.Upkeep.SkipAsync(job, name, Reason(request), cancellationToken).ConfigureAwait(false);
        if (skipped == 0)
            throw new ControlException(ControlFailure.NotFound,
                $"{job} has no file of that name that can be skipped: it is unknown, delivered, or being downloaded. A file that is being "
                    + $"downloaded can be skipped after its attempt has ended. To see the delivered files, run: ftpx job history {job}");
        var what = $"set to skip {SafeText.Escape(name)}";
        ServiceEvents.JobChanged(log, job, what);
        await reply.SayAsync("skipped", skipped, ControlJson.Default.Int64, cancellationToken).ConfigureAwait(false);
    }

    private async Task HistoryAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var query = new DeliveryQuery(request.OptionalText("job"), Number(request, "before", long.MaxValue), Most(request))
        {
            Name = request.OptionalText("name"), Since = ProductVerbs.OptionalTime(request, "since"),
            Until = ProductVerbs.OptionalTime(request, "until"),
        };
        await new PastRecords(core, watch).ReadAsync(Queries, reply, async queries =>
        {
            foreach (var delivery in await queries.HistoryAsync(query, cancellationToken).ConfigureAwait(false))
                await reply.SayAsync("delivery", delivery, ControlJson.Default.Delivery, cancellationToken).ConfigureAwait(false);
        }, cancellationToken).ConfigureAwait(false);
    }

    private async Task FailuresAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (job, most) = (request.OptionalText("job"), Most(request));
        await new PastRecords(core, watch).ReadAsync(Queries, reply, async queries =>
        {
            foreach (var file in await queries.QuarantinedAsync(job, most, cancellationToken).ConfigureAwait(false))
                await reply.SayAsync("put_aside", file, ControlJson.Default.QuarantinedFile, cancellationToken).ConfigureAwait(false);
        }, cancellationToken).ConfigureAwait(false);
    }

    // An operator may poll at any time, but must know that nothing found will be fetched.
    private async Task NotifyPauseAsync(string? job, ControlReply reply, CancellationToken cancellationToken)
    {
        if (core.State == CoreState.Paused)
            await NoteAsync("The service is paused. No job starts a poll or a delivery until you run ftpx service continue.", reply,
                cancellationToken).ConfigureAwait(false);
        if (job is null || await Open().Ledger.Upkeep.PausedAsync(job, cancellationToken).ConfigureAwait(false) is not { } paused) return;
        var why = paused.Reason is { } reason ? $" ({reason})" : "";
        await NoteAsync($"{job} has been paused since {paused.At:u}{why}. No file is delivered until you run ftpx job resume {job}.", reply,
            cancellationToken).ConfigureAwait(false);
    }

    private static Task NoteAsync(string sentence, ControlReply reply, CancellationToken cancellationToken) =>
        reply.SayAsync("note", sentence, ControlJson.Default.String, cancellationToken);

    private static string Words(CompletenessRule rule)
    {
        List<string> parts = [rule.Polls == 1 ? "1 poll has found it" : $"{rule.Polls} polls in a row have found it unchanged"];
        if (rule.StableFor > TimeSpan.Zero) parts.Add($"it has been unchanged for {Seconds(rule.StableFor)}");
        if (rule.MinimumAge > TimeSpan.Zero) parts.Add($"it has been known for {Seconds(rule.MinimumAge)}");
        if (rule.Marker is { } marker) parts.Add($"{marker} exists");
        return parts.Count == 1 ? parts[0] : $"{string.Join(", ", parts.SkipLast(1))}, and {parts[^1]}";

        static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###} s");
    }

    private JobQueries Queries()
    {
        var (runner, ledger) = Open();
        return new JobQueries(ledger, runner.File);
    }

    private (JobRunner Runner, JobLedger Ledger) Open() => core switch
    {
        { State: CoreState.Stopping } => throw new ControlException(ControlFailure.Stopping, "The service is stopping."),
        { Runner: { } runner, Ledger: { } ledger } => (runner, ledger),
        { Jobs: null } => throw new ControlException(
            ControlFailure.NotFound, "The service has no valid job file, so it has no jobs. To see why, run: ftpx service status"),
        _ => throw new ControlException(ControlFailure.Disk, "The ledger does not answer, so no job polls or delivers. The service "
            + "retries every 10 s. To see why, run: ftpx service status"),
    };

    private static int Most(ControlRequest request) => checked((int)(Number(request, "most", JobQueries.Most) ?? JobQueries.Most));

    private static long? Number(ControlRequest request, string name, long most)
    {
        if (request.OptionalText(name) is not { } text) return null;
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1 && number <= most
            ? number
            : throw new ControlException(
                ControlFailure.Usage, $"\"{name}\" is a number from 1{(most == long.MaxValue ? "" : $" to {most}")}, as a text.");
    }

    /// <summary>Returns the reason of a request; null for none.</summary>
    internal static string? Reason(ControlRequest request) => request.OptionalText("reason") switch
    {
        { Length: > LongestReason } => throw new ControlException(
            ControlFailure.Usage, $"A reason has at most {LongestReason} characters."),
        var reason => string.IsNullOrWhiteSpace(reason) ? null : reason,
    };

    private static bool IsTrue(ControlRequest request, string name) => request.OptionalText(name) switch
    {
        "true" => true,
        null or "false" => false,
        _ => throw new ControlException(ControlFailure.Usage, $"\"{name}\" is \"true\" or \"false\"."),
    };

    private static async Task GuardAsync(Func<Task> work, CancellationToken cancellationToken)
    {
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            throw new ControlException(ControlFailure.Disk, e.Message, e);
        }
        catch (TransferException e)
        {
            throw new ControlException(ControlFailure.Server, e.Message, e);
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException && !cancellationToken.IsCancellationRequested)
        {
            throw new ControlException(ControlFailure.Stopping,
                "The request was cancelled because the job file changed or the service is stopping. Run the command again.", e);
        }
    }
}
