using System.Globalization;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>The rows of <see cref="VerbTable"/> for expected products and known outages.</summary>
/// <param name="ledger">Returns the ledger; throws <see cref="ControlException"/> if it does not answer.</param>
/// <param name="file">Returns the job file in force.</param>
/// <param name="clock">Returns the service's time.</param>
/// <param name="log">Records changes by operators.</param>
internal sealed class ProductVerbs(Func<JobLedger> ledger, Func<JobFile> file, Func<DateTimeOffset> clock, ILogger log)
{
    // Bounds the files that one query reads.
    private const int MostDays = 92;

    // A few years of one-minute slots are no list for an operator.
    private const int MostGaps = 10_000;

    private static readonly TimeSpan UsualSpan = TimeSpan.FromDays(2);

    public IReadOnlyList<ControlVerb> Rows =>
    [
        new("job.gaps", "List the incomplete slots of a job, the oldest first, and its completeness (`job`, optional `since`).", GapsAsync),
        new("job.demand", "List what each job has delivered in 7 days, and the measured rate of its server.", DemandAsync),
        new("job.outage.add", "Record a known outage (`job`, `from`, `to`, optional `reason`).", AddAsync),
        new("job.outage.list", "List the known outages (optional `job`).", ListAsync),
        new("job.outage.remove", "Remove a known outage (`job`, `id`).", RemoveAsync),
    ];

    private async Task GapsAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (name, now) = (request.Text("job"), clock());
        var job = Definition(name);
        if (job.Expect is null)
            throw new ControlException(ControlFailure.Usage,
                $"{name} does not say which files it expects. Add the key \"expect\" to the job; docs/jobs.md describes it.");
        var since = OptionalTime(request, "since") ?? now - UsualSpan;
        if (since >= now) throw new ControlException(ControlFailure.Usage, "\"since\" must be in the past.");
        if (now - since > TimeSpan.FromDays(MostDays))
            throw new ControlException(ControlFailure.Usage, $"\"since\" may be at most {MostDays} days ago.");
        var reading = await ProductReading.ReadAsync(ledger(), job, since, now, now, null, cancellationToken).ConfigureAwait(false);
        var plan = reading.Slots!;
        foreach (var slot in plan.Gaps.TakeLast(MostGaps))
            await reply.SayAsync("slot", slot, ControlJson.Default.ProductSlot, cancellationToken).ConfigureAwait(false);
        await reply.SayAsync("completeness", new JobCompleteness(name, since, now, plan.Have, plan.Expect, plan.Gaps.Count,
            plan.Slots.Count(slot => slot.State == SlotState.Outage), plan.Unmatched, plan.Channels),
            ControlJson.Default.JobCompleteness, cancellationToken).ConfigureAwait(false);
    }

    private async Task DemandAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        foreach (var demand in await new JobQueries(ledger(), file()).DemandAsync(clock(), cancellationToken).ConfigureAwait(false))
            await reply.SayAsync("demand", demand, ControlJson.Default.JobDemand, cancellationToken).ConfigureAwait(false);
    }

    private async Task AddAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (name, from, to) = (request.Text("job"), Time(request, "from"), Time(request, "to"));
        Definition(name);
        if (to <= from) throw new ControlException(ControlFailure.Usage, "\"to\" must be later than \"from\".");
        var known = await ledger().Products.OutagesAsync(name, cancellationToken).ConfigureAwait(false);
        if (known.FirstOrDefault(one => one.From == from && one.To == to) is { } same)
            throw new ControlException(ControlFailure.Usage, string.Create(CultureInfo.InvariantCulture,
                $"{name} already has the outage from {from:u} to {to:u}, with the number {same.Id}. To replace it, first run: "
                    + $"ftpx job outage remove {name} {same.Id}"));
        var outage = await ledger().Products
            .AddOutageAsync(name, from, to, JobVerbs.Reason(request), cancellationToken).ConfigureAwait(false);
        var what = string.Create(CultureInfo.InvariantCulture, $"given a known outage from {from:u} to {to:u}");
        ServiceEvents.JobChanged(log, name, what);
        await reply.SayAsync("outage", outage, ControlJson.Default.Outage, cancellationToken).ConfigureAwait(false);
    }

    private async Task ListAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var name = request.OptionalText("job");
        var outages = await ledger().Products.OutagesAsync(name, cancellationToken).ConfigureAwait(false);
        // A job that was removed from the file keeps its outages; a mistyped name has none.
        if (name is not null && outages.Count == 0)
            await new JobQueries(ledger(), file()).CheckAsync(name, cancellationToken).ConfigureAwait(false);
        foreach (var outage in outages)
            await reply.SayAsync("outage", outage, ControlJson.Default.Outage, cancellationToken).ConfigureAwait(false);
    }

    private async Task RemoveAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (name, text) = (request.Text("job"), request.Text("id"));
        if (!long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var id)
            || !await ledger().Products.RemoveOutageAsync(name, id, cancellationToken).ConfigureAwait(false))
            throw new ControlException(ControlFailure.NotFound,
                $"{SafeText.Escape(name)} has no outage with the number {SafeText.Escape(text)}. To see the numbers, run: "
                    + $"ftpx job outage list {SafeText.Escape(name)}");
        var what = $"changed (known outage {id} removed)";
        ServiceEvents.JobChanged(log, name, what);
    }

    private JobDefinition Definition(string name)
    {
        new JobQueries(ledger(), file()).CheckDefined(name);
        return file().Jobs.First(job => job.Name == name);
    }

    private static DateTimeOffset Time(ControlRequest request, string name)
    {
        request.Text(name);
        return OptionalTime(request, name)!.Value;
    }

    /// <summary>Reads a time in ISO 8601, UTC without an offset; null if there is none.</summary>
    internal static DateTimeOffset? OptionalTime(ControlRequest request, string name) => request.OptionalText(name) is not { } text ? null
        : DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time) ? time.ToUniversalTime()
        : throw new ControlException(ControlFailure.Usage, $"\"{name}\" is a time, as in 2026-11-24T12:00Z.");
}
