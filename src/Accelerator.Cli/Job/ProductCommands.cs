using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Service;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Cli.Job;

/// <summary>Runs <c>ftpx job gaps</c> and <c>ftpx job outage</c>.</summary>
internal sealed class ProductCommands(ProcessEnvironment environment, ControlClient client)
{
    private const int MostChannels = 8;

    /// <summary>Shows the incomplete slots of a job, and its completeness.</summary>
    /// <exception cref="ControlException">The service does not answer, or refuses.</exception>
    public async Task<int> GapsAsync(JobOptions options)
    {
        var answer = await ServiceAnswer.AskAsync(client, "job.gaps", ("job", options.Job),
            ("since", JobRecords.Text(options.Since?.At(environment.Time.GetUtcNow())))).ConfigureAwait(false);
        var (gaps, all) = (answer.Of("slot", ControlJson.Default.ProductSlot),
            answer.Of("completeness", ControlJson.Default.JobCompleteness)[0]);
        if (options.Json)
        {
            foreach (var gap in gaps) environment.Out.WriteLine(JobJson.Gap(all.Job, gap));
            environment.Out.WriteLine(JobJson.Completeness(all));
            return ExitCodes.Ok;
        }
        if (gaps.Count > 0) Gaps(gaps).Show(environment.OpenOutTerminal(), environment.Out);
        foreach (var line in Summary(all, gaps.Count)) environment.Out.WriteLine(SafeText.Escape(line));
        return ExitCodes.Ok;
    }

    /// <summary>Adds, lists or removes known outages.</summary>
    /// <exception cref="ControlException">The service does not answer, or refuses.</exception>
    public async Task<int> OutageAsync(JobOptions options)
    {
        var now = environment.Time.GetUtcNow();
        var answer = await ServiceAnswer.AskAsync(client, $"job.outage.{options.Action}", ("job", options.Job), ("id", options.File),
            ("from", JobRecords.Text(options.From?.At(now))), ("to", JobRecords.Text(options.To?.At(now))), ("reason", options.Reason))
            .ConfigureAwait(false);
        var outages = answer.Of("outage", ControlJson.Default.Outage);
        if (options.Json)
        {
            foreach (var outage in outages) environment.Out.WriteLine(JobJson.Outage(outage));
        }
        else if (options.Action == "remove")
            environment.Out.WriteLine(SafeText.Escape($"Outage {options.File} of {options.Job} is removed."));
        else if (outages.Count == 0) environment.Out.WriteLine("There are no known outages.");
        else Outages(outages).Show(environment.OpenOutTerminal(), environment.Out);
        return ExitCodes.Ok;
    }

    private static TextTable Gaps(IReadOnlyList<ProductSlot> gaps) => new(null, ["slot", "state", "files", "absent", "reason"],
        [.. gaps.Select(gap => new[]
        {
            Time(gap.At), gap.State.ToString().ToLowerInvariant(), $"{gap.Have} of {gap.Expect}",
            gap.Absent.Count == 0 || gap.Have == 0 ? "all" : gap.Absent.Count <= MostChannels ? string.Join(' ', gap.Absent)
                : $"{string.Join(' ', gap.Absent.Take(MostChannels))} and {gap.Absent.Count - MostChannels} more",
            gap.Why,
        }.Select(SafeText.Escape).ToArray())]);

    private static TextTable Outages(IReadOnlyList<Outage> outages) => new(null, ["id", "job", "from", "to", "reason"],
        [.. outages.Select(outage => new[]
        {
            $"{outage.Id}", outage.Job, Time(outage.From), Time(outage.To), SafeText.Escape(outage.Reason ?? ""),
        })]);

    private static IEnumerable<string> Summary(JobCompleteness all, int shown)
    {
        if (all.Expect == 0) yield return $"{all.Job}: no slot since {Time(all.Since)} is due yet.";
        else yield return $"{all.Job}: {Format.Number(all.Have)} of {Format.Number(all.Expect)} expected files since {Time(all.Since)} are "
            + $"delivered ({Percent(all.Have, all.Expect)}); "
            + $"{(all.Gaps == 0 ? "no slot is incomplete" : $"{Format.Count(all.Gaps, "slot")} incomplete")}.";
        if (all.Gaps > shown) yield return $"Only the last {Format.Number(shown)} are listed.";
        if (all.InOutage > 0)
            yield return $"{Format.Count(all.InOutage, "slot")} in known outages {(all.InOutage == 1 ? "is" : "are")} not counted.";
        foreach (var channel in all.Channels.Where(channel => channel.Have < channel.Expect))
            yield return $"channel {channel.Channel}: {Format.Number(channel.Have)} of {Format.Number(channel.Expect)} slots "
                + $"({Percent(channel.Have, channel.Expect)})";
        if (all.Unmatched > 0)
            yield return $"{Format.Count(all.Unmatched, "file")} {(all.Unmatched == 1 ? "does" : "do")} not match expect.pattern.";
    }

    // Rounded down, so that only what is complete is 100 %.
    private static string Percent(int have, int expect) =>
        string.Create(CultureInfo.InvariantCulture, $"{Math.Floor(1000d * have / expect) / 10:0.#} %");

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);
}
