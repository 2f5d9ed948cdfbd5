using System.Globalization;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>Decides which gaps and which silence of an archive are reported to operators. Pure.</summary>
internal static class SlotVerdict
{
    private const int MostNamed = 5;
    private const int MostChannels = 8;

    // Gaps that are closer together than this have one cause.
    private static readonly TimeSpan OneCause = TimeSpan.FromHours(1);

    /// <summary>
    /// Returns the gaps by cause, the oldest first. A slot counts when a complete poll has ended after it was late; if all its absent files
    /// are found but not delivered, when they have waited as long as a slot may be late: after a failure of the server or of this service
    /// the files are first found and fetched. Gaps that were one incident stay one, under its name, until the last of them is closed.
    /// </summary>
    /// <param name="rule">What is expected.</param>
    /// <param name="gaps">The incomplete slots, the oldest first.</param>
    /// <param name="lastPoll">When the last complete poll ended; null before the first.</param>
    /// <param name="now">The service's time.</param>
    /// <param name="known">What the last call returned for the job; empty for none.</param>
    /// <param name="watched">How long a slot is watched, from its time.</param>
    public static IReadOnlyList<GapRun> Runs(ExpectRule rule, IReadOnlyList<ProductSlot> gaps, DateTimeOffset? lastPoll, DateTimeOffset now,
        IReadOnlyList<GapRun> known, TimeSpan watched)
    {
        var runs = new List<List<ProductSlot>>();
        var distance = rule.Every * 2 > OneCause ? rule.Every * 2 : OneCause;
        foreach (var gap in gaps.Where(gap => lastPoll >= gap.At + rule.LateAfter && !IsComing(gap)))
        {
            if (runs is [.., [.., var last]] && (gap.At - last.At <= distance || (Before(last) is { } run && run == Before(gap))))
                runs[^1].Add(gap);
            else runs.Add([gap]);
        }
        return [.. runs.Select(Run)];

        GapRun? Before(ProductSlot slot) => known.FirstOrDefault(run => run.Begun <= slot.At && slot.At <= run.To);

        GapRun Run(List<ProductSlot> run)
        {
            var before = Before(run[0]);
            var begun = before?.Begun ?? run[0].At;
            return new GapRun(run[0].At, run[^1].At, begun + rule.LateAfter, run.Count, Named(run), begun)
            {
                Expires = before?.Expires <= now ? before.Expires : run[0].At + watched,
            };
        }

        // Files that are on their way excuse none that is not on the archive.
        bool IsComing(ProductSlot gap) => gap.Have + gap.Waiting >= gap.Expect && now - gap.WaitingSince < rule.LateAfter;
    }

    /// <summary>
    /// Returns whether a complete poll is the first one after the deadline of a slot, so that the gaps must be judged again.
    /// </summary>
    /// <param name="rule">What is expected; null for nothing.</param>
    /// <param name="judged">The complete poll by which they were judged last; null for none.</param>
    /// <param name="poll">The last complete poll; null for none.</param>
    public static bool IsDue(ExpectRule? rule, DateTimeOffset? judged, DateTimeOffset? poll) =>
        rule is not null && poll is { } ended
            && (judged is not { } before || rule.SlotOf(ended - rule.LateAfter) > rule.SlotOf(before - rule.LateAfter));

    /// <summary>Returns a sentence on the gaps of a job; null if there are none.</summary>
    public static string? Sentence(string job, IReadOnlyList<GapRun> runs) => runs.Count == 0 ? null
        : $"{Incomplete(job, runs.Sum(run => run.Slots))}: {string.Join("; ", runs.TakeLast(MostNamed).Select(run => run.Named))}. "
            + Advice(job);

    /// <summary>Returns a sentence on one run of gaps.</summary>
    public static string Sentence(string job, GapRun run) => $"{Incomplete(job, run.Slots)}: {run.Named}. {Advice(job)}";

    /// <summary>Returns a sentence on a pattern that no file matches; null if that is not so.</summary>
    public static string? Mismatch(JobDefinition job, SlotPlan plan) => plan is { Matched: 0, Unmatched: > 0 }
        ? $"{job.Name} has {CountText.Of(plan.Unmatched, "file")}, and no name matches expect.pattern "
            + $"({job.Expect!.Pattern.Text}), so that no slot has a file. Compare the pattern with the names in ftpx job history, "
            + "and correct the job file."
        : null;

    /// <summary>Returns since when no file has appeared for too long; null if that is not so.</summary>
    /// <param name="lastSeen">When the newest file was first seen; null if there is none.</param>
    /// <param name="begun">When the job could first poll.</param>
    /// <param name="lastPoll">When the last complete poll ended: the archive is silent only if a poll has found nothing.</param>
    /// <param name="now">The service's time.</param>
    public static DateTimeOffset? SilentSince(
        JobDefinition job, IReadOnlyList<Outage> outages, DateTimeOffset? lastSeen, DateTimeOffset begun, DateTimeOffset? lastPoll,
        DateTimeOffset now)
    {
        if (job.SilentAfter is not { } after || Outage.At(outages, now) is not null) return null;
        var since = lastSeen ?? begun;
        if (job.Expect is { } rule)
        {
            if (!rule.IsExpected(now)) return null;
            if (rule.From != rule.To) since = Later(since, Start(rule, now));
        }
        foreach (var outage in outages.Where(outage => outage.To <= now)) since = Later(since, outage.To);
        return now - since > after && lastPoll > since + after ? since : null;
    }

    private static DateTimeOffset Later(DateTimeOffset one, DateTimeOffset other) => one > other ? one : other;

    // The last beginning of the hours in which files are expected.
    private static DateTimeOffset Start(ExpectRule rule, DateTimeOffset now)
    {
        var today = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero) + rule.From.ToTimeSpan();
        return today > now ? today.AddDays(-1) : today;
    }

    private static string Incomplete(string job, int slots) => $"{job} has {CountText.Of(slots, "incomplete slot")}";

    private static string Advice(string job) =>
        $"ftpx job gaps {job} lists all with the reason; for a known outage, use ftpx job outage add {job}.";

    private static string Named(List<ProductSlot> run)
    {
        var first = run[0];
        var reason = $"{first.Have} of {first.Expect} files{Channels(first)}, {first.Why}";
        var at = first.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        return run.Count == 1 ? $"{at} UTC ({reason})"
            : string.Create(CultureInfo.InvariantCulture,
                $"{run.Count} from {at} to {run[^1].At.UtcDateTime:yyyy-MM-dd HH:mm} UTC (the first: {reason})");
    }

    private static string Channels(ProductSlot slot) => slot.Absent.Count == 0 || slot.Have == 0 ? ""
        : $", without {string.Join(", ", slot.Absent.Take(MostChannels))}{(slot.Absent.Count > MostChannels ? " and others" : "")}";
}
