using System.Globalization;
using System.Text.Json;
using Accelerator.Base.Running;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Carries out the effects of deliveries: at least once each, with the same event id. A failed effect is retried as long as its job's rule
/// says, and is then given up until an operator queues it again; it never delays a delivery.
/// </summary>
internal sealed class EffectRunner(JobTools tools, Func<IReadOnlyList<JobDefinition>> jobs)
{
    private const int AtOnce = 2;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Spare = TimeSpan.FromMinutes(1);

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var done = 0;
            try
            {
                // The lease is longer than any command may run: a lost effect is retried only after it.
                var due = await tools.Ledger.Effects.ClaimAsync(
                    AtOnce, tools.Owner, LongestCommand() + Spare, cancellationToken).ConfigureAwait(false);
                // Commands run in parallel; lines are written one after another, because they may go to the same manifest.
                await Task.WhenAll(due.GroupBy(effect => effect.Kind == Effects.Manifest ? Effects.Manifest : effect.EventId,
                    (_, some) => CarryOutAsync(some, cancellationToken))).ConfigureAwait(false);
                done = due.Count;
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            }
            if (done == 0) await Task.Delay(Interval, tools.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    // At least an hour: a job file that is put in force between the claim and the start of a command may raise its limit.
    private TimeSpan LongestCommand() => jobs().Select(job => job.After?.Timeout ?? TimeSpan.Zero).Append(TimeSpan.FromHours(1)).Max();

    private JobDefinition? JobOf(DueEffect effect) => jobs().FirstOrDefault(job => job.Name == effect.Delivery.Job);

    private async Task CarryOutAsync(IEnumerable<DueEffect> effects, CancellationToken cancellationToken)
    {
        foreach (var effect in effects) await CarryOutAsync(effect, cancellationToken).ConfigureAwait(false);
    }

    private async Task CarryOutAsync(DueEffect effect, CancellationToken cancellationToken)
    {
        var error = await TryAsync(effect, cancellationToken).ConfigureAwait(false);
        if (error is null)
        {
            await tools.Ledger.Effects.DoneAsync(effect, CancellationToken.None).ConfigureAwait(false);
            tools.Events.Report(new JobEvent.AfterDelivery(effect, null, IsLast: true));
            return;
        }
        var pause = (JobOf(effect)?.Effects ?? EffectRule.Default).After(effect.Attempt);
        if (pause is null) await tools.Ledger.Effects.GiveUpAsync(effect, error, CancellationToken.None).ConfigureAwait(false);
        else
            await tools.Ledger.Effects.FailedAsync(
                effect, tools.Time.GetUtcNow() + pause.Value, error, CancellationToken.None).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.AfterDelivery(effect, error, IsLast: pause is null));
    }

    private async Task<string?> TryAsync(DueEffect effect, CancellationToken cancellationToken)
    {
        try
        {
            if (JobOf(effect) is not { } job) return $"The job file no longer has the job {effect.Delivery.Job}.";
            if (!DeliveryItems.IsOf(job, effect.Delivery.FinalPath))
                return $"The {effect.Kind} for {effect.Delivery.FinalPath} was not carried out: the ledger has this path, and it is in no "
                    + $"target folder of {job.Name}. If target was changed in the job file since the delivery, do it by hand; otherwise "
                    + "find out who has written to the ledger's database.";
            switch (effect.Kind)
            {
                case Effects.Manifest when job.Manifest is { } manifest:
                    await AppendAsync(manifest.Fill(effect.Delivery.PublishedAt, job.Name, job.Server.Name), effect, cancellationToken)
                        .ConfigureAwait(false);
                    return null;
                case Effects.Command when job.After is { } after:
                    return await RunAsync(after, effect, cancellationToken).ConfigureAwait(false);
                default:
                    return $"The job {job.Name} no longer has a {effect.Kind}.";
            }
        }
        catch (Exception e)
            when (e is IOException or UnauthorizedAccessException or ArgumentException or InvalidOperationException)
        {
            return $"The {effect.Kind} for {effect.Delivery.FinalPath} failed: {e.Message}";
        }
    }

    // The path is that of the job file. The ledger's database has it too, for programs of an older version, and is not trusted for it.
    private static async Task AppendAsync(string manifest, DueEffect effect, CancellationToken cancellationToken)
    {
        var delivery = effect.Delivery;
        var line = JsonSerializer.SerializeToUtf8Bytes(new ManifestLine(
            effect.EventId, delivery.Job, delivery.Server, $"{delivery.Folder.TrimEnd('/')}/{delivery.Name}", delivery.FinalPath,
            delivery.Size, delivery.Modified, delivery.Hash, delivery.FirstSeen, delivery.PublishedAt),
            ManifestJson.Default.ManifestLine);
        await ManifestFile.AppendAsync(manifest, line, cancellationToken).ConfigureAwait(false);
    }

    // No shell: each element is one argument, whatever the file's name contains.
    private static async Task<string?> RunAsync(AfterDelivery after, DueEffect effect, CancellationToken cancellationToken)
    {
        var delivery = effect.Delivery;
        // A copy between servers is delivered to a folder of the other one.
        var receiving = Path.IsPathFullyQualified(delivery.FinalPath) ? Path.GetDirectoryName(delivery.FinalPath) : null;
        var program = new ProgramLookup().Find(after.Command[0], null, Environment.CurrentDirectory, receiving ?? "/");
        // The job file was read on this or another computer, where a bare name may mean another program.
        if (after.Problem(program.Path) is { } problem) return $"The command for {delivery.FinalPath} was not run: {problem}";
        var run = new ProgramRun(program, after.Arguments(delivery.Job, delivery.FinalPath))
        {
            Limit = after.Timeout,
            // FTPX_FILE, FTPX_BYTES and FTPX_SHA256 are also those of ftpx get --on-complete.
            Variables =
            {
                ["FTPX_EVENT_ID"] = effect.EventId,
                [FileVariables.File] = delivery.FinalPath,
                [FileVariables.Bytes] = delivery.Size.ToString(CultureInfo.InvariantCulture),
                [FileVariables.Sha256] = delivery.Hash,
            },
        };
        var end = await run.RunAsync(cancellationToken).ConfigureAwait(false);
        return CommandReport.Problem(program, end, delivery.FinalPath,
            cancellationToken.IsCancellationRequested ? "because the service stopped" : null,
            $"it ran for {after.Timeout.TotalSeconds:0.#} s, the limit");
    }
}
